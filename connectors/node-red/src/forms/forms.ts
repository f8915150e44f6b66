import { contactForm } from './contact.ts';
import type { Form } from './form.ts';
import { incomingForm } from './incoming.ts';
import { optOutForm } from './optOut.ts';
import { sendForm } from './send.ts';
import { sendAndWaitForm } from './sendAndWait.ts';
import { statusForm } from './status.ts';

/** Lists the nodes in the order of the palette. */
export const forms: readonly Form[] = [
  incomingForm,
  sendForm,
  sendAndWaitForm,
  statusForm,
  contactForm,
  optOutForm,
];
