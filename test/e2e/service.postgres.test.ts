import { openPostgres } from '../service/database.ts';
import { describeService, suites } from '../service/service.suite.ts';

const { requests, contacts, numbers, limits } = suites;

describeService('PostgreSQL', openPostgres, [...requests, ...contacts, ...numbers, ...limits]);
