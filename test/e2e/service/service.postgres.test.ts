import { openPostgres } from '../../service/harness/database.ts';
import { describeService, suites } from '../../service/service.suite.ts';

const { requests, contacts, consents, numbers, verifications, limits } = suites;

describeService('PostgreSQL', openPostgres, [
  ...requests,
  ...contacts,
  ...consents,
  ...numbers,
  ...verifications,
  ...limits,
]);
