import { openPostgres } from '../../service/harness/database.ts';
import { describeTally } from '../../service/reports/tally.suite.ts';

describeTally('PostgreSQL', openPostgres);
