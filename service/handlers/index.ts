import type { Handlers } from './handlers.ts';
import { account } from './account.ts';
import { audit } from './audit.ts';
import { broadcast } from './broadcast.ts';
import { carrier } from './carrier.ts';
import { consent } from './consent.ts';
import { contact } from './contact.ts';
import { conversation } from './conversation.ts';
import { erasure } from './erasure.ts';
import { event } from './event.ts';
import { key } from './key.ts';
import { list } from './list.ts';
import { message } from './message.ts';
import { number } from './number.ts';
import { registration } from './registration.ts';
import { report } from './report.ts';
import { review } from './review.ts';
import { verification } from './verification.ts';
import { webhook } from './webhook.ts';

export const handlers: Handlers = {
  account,
  key,
  audit,
  message,
  contact,
  list,
  conversation,
  consent,
  erasure,
  review,
  broadcast,
  verification,
  number,
  registration,
  report,
  webhook,
  event,
  carrier,
};
