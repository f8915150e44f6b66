import { openFolder } from './database.ts';
import { describeService } from './service.suite.ts';

describeService('PGlite', openFolder);
