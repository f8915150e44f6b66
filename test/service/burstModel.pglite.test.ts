import { describeBurstModel } from './burstModel.suite.ts';
import { openFolder } from './database.ts';

describeBurstModel('PGlite', openFolder, 8);
