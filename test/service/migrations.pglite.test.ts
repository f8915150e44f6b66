import { openEmptyFolder } from './database.ts';
import { describeMigrations } from './migrations.suite.ts';

describeMigrations('PGlite', openEmptyFolder);
