import type { App } from 'zapier-platform-core';
import { contactSchema, contract, messageSchema, schema } from '@textloom/shared/contract';
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

/** What makes the contract's sample of a message one that has arrived. */
export const deliveredExample = {
  status: 'delivered',
  sequence: 3,
  sent_at: '2026-01-31T09:30:01.000Z',
  delivered_at: '2026-01-31T09:30:04.000Z',
  final_at: '2026-01-31T09:30:04.000Z',
} as const;

const { problem } = contract.message.preview.output.properties;
const { code, title, detail } = problem.properties;

/** Why a message would not be sent, as far as it is of use to a Zap. */
export const shortProblem = schema({
  ...problem,
  properties: { code, title, detail },
  required: ['code', 'title', 'detail'],
});
