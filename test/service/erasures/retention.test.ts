import { openFolder } from '../harness/database.ts';
import { describeRetention } from './retention.suite.ts';

describeRetention('PGlite', openFolder);
