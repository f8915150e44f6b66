import { openPostgres } from '../service/database.ts';
import { describeRetention } from '../service/retention.suite.ts';

describeRetention('PostgreSQL', openPostgres);
