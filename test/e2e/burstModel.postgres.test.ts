import { describeBurstModel } from '../service/burstModel.suite.ts';
import { openPostgres } from '../service/database.ts';

describeBurstModel('PostgreSQL', openPostgres, 20);
