import { openEmptyFolder } from '../../service/harness/database.ts';
import { describeMigrations } from '../../service/store/migrations.suite.ts';

describeMigrations('PGlite', openEmptyFolder);
