import { openPostgres } from '../../service/harness/database.ts';
import { describeRetention } from '../../service/erasures/retention.suite.ts';

describeRetention('PostgreSQL', openPostgres);
