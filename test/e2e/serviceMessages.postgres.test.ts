import { openPostgres } from '../service/database.ts';
import { describeService, suites } from '../service/service.suite.ts';

const { messages, marketing, webhooks, waiting } = suites;

describeService('PostgreSQL', openPostgres, [...messages, ...marketing, ...webhooks, ...waiting]);
