import { describeBurstModel } from './burstModel.suite.ts';
import { openFolder } from '../harness/database.ts';

describeBurstModel('PGlite', openFolder, 8);
