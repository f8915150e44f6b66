import { openPostgres } from '../service/database.ts';
import { describeMigrations } from '../service/migrations.suite.ts';

describeMigrations('PostgreSQL', openPostgres);
