import { describeAdvance } from '../../service/messages/advance.suite.ts';
import { openPostgres } from '../../service/harness/database.ts';

describeAdvance('PostgreSQL', openPostgres);
