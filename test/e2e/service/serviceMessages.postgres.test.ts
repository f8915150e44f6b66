import { openPostgres } from '../../service/harness/database.ts';
import { describeService, suites } from '../../service/service.suite.ts';

const { messages, marketing, conversations, webhooks, retries, recovery, waiting } = suites;

describeService('PostgreSQL', openPostgres, [
  ...messages,
  ...marketing,
  ...conversations,
  ...webhooks,
  ...retries,
  ...recovery,
  ...waiting,
]);
