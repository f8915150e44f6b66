import type { Handlers } from '../handlers.ts';
import { account } from './account.ts';
import { contact } from './contact.ts';
import { event } from './event.ts';
import { message } from './message.ts';
import { number } from './number.ts';
import { webhook } from './webhook.ts';

export const handlers: Handlers = { account, message, contact, number, webhook, event };
