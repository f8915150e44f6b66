import { describeAdvance } from './advance.suite.ts';
import { openFolder } from './database.ts';

describeAdvance('PGlite', openFolder);
