import { openPostgres } from '../service/database.ts';
import { describeService, suites } from '../service/service.suite.ts';

const { messages, marketing, webhooks } = suites;

describeService('PostgreSQL', openPostgres, [...messages, ...marketing, ...webhooks]);
