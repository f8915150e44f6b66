import { openEmptyFolder } from '../service/database.ts';
import { describeMigrations } from '../service/migrations.suite.ts';

describeMigrations('PGlite', openEmptyFolder);
