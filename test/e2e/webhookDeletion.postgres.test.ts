import { openPostgres } from '../service/database.ts';
import { describeWebhookDeletion } from '../service/webhookDeletion.suite.ts';

describeWebhookDeletion('PostgreSQL', openPostgres);
