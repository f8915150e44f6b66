import { openPostgres } from '../service/database.ts';
import { describeStatusMachine } from '../service/statusMachine.suite.ts';

describeStatusMachine('PostgreSQL', openPostgres, {
  oneByOne: 150,
  atOnce: 250,
  isProved: true,
});
