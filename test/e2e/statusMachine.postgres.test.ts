import { openPostgres } from '../service/database.ts';
import { describeStatusMachine } from '../service/statusMachine.suite.ts';

describeStatusMachine('PostgreSQL', openPostgres, {
  oneByOne: 60,
  atOnce: 100,
  isProved: true,
});
