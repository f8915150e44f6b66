import { openEmptyFolder } from '../service/database.ts';
import { describeCommands } from './commands.suite.ts';

describeCommands('PGlite', openEmptyFolder);
