import { openFolder } from '../service/database.ts';
import { describeCommands } from './commands.suite.ts';

describeCommands('PGlite', openFolder);
