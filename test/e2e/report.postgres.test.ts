import { openPostgres } from '../service/database.ts';
import { describeTally } from '../service/tally.suite.ts';

describeTally('PostgreSQL', openPostgres);
