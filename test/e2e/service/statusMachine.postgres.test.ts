import { openPostgres } from '../../service/harness/database.ts';
import { describeStatusMachine } from '../../service/messages/statusMachine.suite.ts';

describeStatusMachine('PostgreSQL', openPostgres, {
  oneByOne: 60,
  atOnce: 100,
  isProved: true,
});
