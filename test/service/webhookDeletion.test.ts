import { openFolder } from './database.ts';
import { describeWebhookDeletion } from './webhookDeletion.suite.ts';

describeWebhookDeletion('PGlite', openFolder);
