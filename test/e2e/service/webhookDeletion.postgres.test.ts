import { openPostgres } from '../../service/harness/database.ts';
import { describeWebhookDeletion } from '../../service/webhooks/webhookDeletion.suite.ts';

describeWebhookDeletion('PostgreSQL', openPostgres);
