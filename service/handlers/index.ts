import type { Handlers } from './handlers.ts';
import { account } from './account.ts';
import { carrier } from './carrier.ts';
import { contact } from './contact.ts';
import { event } from './event.ts';
import { key } from './key.ts';
import { list } from './list.ts';
import { message } from './message.ts';
import { number } from './number.ts';
import { registration } from './registration.ts';
import { report } from './report.ts';
import { webhook } from './webhook.ts';

export const handlers: Handlers = {
  account,
  key,
  message,
  contact,
  list,
  number,
  registration,
  report,
  webhook,
  event,
  carrier,
};
