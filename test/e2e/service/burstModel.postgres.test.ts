import { describeBurstModel } from '../../service/webhooks/burstModel.suite.ts';
import { openPostgres } from '../../service/harness/database.ts';

describeBurstModel('PostgreSQL', openPostgres, 20);
