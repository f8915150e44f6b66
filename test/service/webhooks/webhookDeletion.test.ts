import { openFolder } from '../harness/database.ts';
import { describeWebhookDeletion } from './webhookDeletion.suite.ts';

describeWebhookDeletion('PGlite', openFolder);
