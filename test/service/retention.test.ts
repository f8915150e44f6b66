import { openFolder } from './database.ts';
import { describeRetention } from './retention.suite.ts';

describeRetention('PGlite', openFolder);
