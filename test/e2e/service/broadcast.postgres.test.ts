import { openPostgres } from '../../service/harness/database.ts';
import { describeService, suites } from '../../service/service.suite.ts';
import { describeBroadcastCrashes } from './broadcast.suite.ts';

describeService('PostgreSQL', openPostgres, suites.broadcasts);
describeBroadcastCrashes('PostgreSQL', openPostgres, { recipients: 300, kills: 1, processes: 2 });
