import { openFolder } from '../harness/database.ts';
import { describeStatusMachine } from './statusMachine.suite.ts';

describeStatusMachine('PGlite', openFolder, {
  oneByOne: 200,
  atOnce: 40,
  isProved: true,
});
