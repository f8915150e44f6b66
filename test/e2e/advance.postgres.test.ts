import { describeAdvance } from '../service/advance.suite.ts';
import { openPostgres } from '../service/database.ts';

describeAdvance('PostgreSQL', openPostgres);
