import { openPostgres } from '../service/database.ts';
import { describeService } from '../service/service.suite.ts';

describeService('PostgreSQL', openPostgres);
