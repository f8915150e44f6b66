import type { App } from 'zapier-platform-core';
import { contactSchema, messageSchema } from '@textloom/shared/contract';
import { outputFields } from './fields.ts';
import { sampleOutput } from './outputOf.ts';

/**
 * What several steps give. The platform copies the whole definition in each call, and these only
 * once: it puts them into the steps when it has.
 */
export const resources = {
  message: { key: 'message', noun: 'Message', outputFields: outputFields(messageSchema) },
  contact: {
    key: 'contact',
    noun: 'Contact',
    outputFields: outputFields(contactSchema),
    sample: sampleOutput(contactSchema),
  },
} satisfies App['resources'];
