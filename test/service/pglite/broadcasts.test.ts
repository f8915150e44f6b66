import { openFolder } from '../harness/database.ts';
import { describeService, suites } from '../service.suite.ts';

describeService('PGlite', openFolder, suites.broadcasts);
