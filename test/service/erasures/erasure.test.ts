import { openFolder } from '../harness/database.ts';
import { describeErasure } from './erasure.suite.ts';

describeErasure('PGlite', openFolder);
