import { openFolder } from './database.ts';
import { describeErasure } from './erasure.suite.ts';

describeErasure('PGlite', openFolder);
