import { openFolder } from './database.ts';
import { describeMigrations } from './migrations.suite.ts';

describeMigrations('PGlite', openFolder);
