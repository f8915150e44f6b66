import { openFolder } from '../harness/database.ts';
import { describeStatusMachine } from './statusMachine.suite.ts';

describeStatusMachine('PGlite', openFolder, { oneByOne: 25, atOnce: 6, isProved: false });
