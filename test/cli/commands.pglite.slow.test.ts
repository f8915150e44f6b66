import { openEmptyFolder } from '../service/harness/database.ts';
import { describeCommands } from './commands.suite.ts';

describeCommands('PGlite', openEmptyFolder);
