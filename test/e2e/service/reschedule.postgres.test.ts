import { openPostgres } from '../../service/harness/database.ts';
import { describeReschedules } from '../../service/messages/reschedule.suite.ts';

describeReschedules('PostgreSQL', openPostgres);
