import type { App } from 'zapier-platform-core';
import {
  contactSchema,
  contract,
  listSchema,
  messageSchema,
  schema,
} from '@textloom/shared/contract';
import { outputFields } from './fields.ts';
import { sampleOutput } from './outputOf.ts';

/**
 * Describes the results that several steps share. The platform copies the whole definition in each
 * call but copies these only once, and then adds them to the steps.
 */
export const resources = {
  message: { key: 'message', noun: 'Message', outputFields: outputFields(messageSchema) },
  contact: {
    key: 'contact',
    noun: 'Contact',
    outputFields: outputFields(contactSchema),
    sample: sampleOutput(contactSchema),
  },
  list: {
    key: 'list',
    noun: 'List',
    outputFields: outputFields(listSchema),
    sample: sampleOutput(listSchema),
  },
} satisfies App['resources'];

/** Turns the contract's sample of a message into a delivered message. */
export const deliveredExample = {
  status: 'delivered',
  sequence: 3,
  sent_at: '2026-01-31T09:30:01.000Z',
  delivered_at: '2026-01-31T09:30:04.000Z',
  final_at: '2026-01-31T09:30:04.000Z',
} as const;

const { problem } = contract.message.preview.output.properties;
const { code, title, detail } = problem.properties;

/** Says why a message would not be sent, with only the fields that are useful in a Zap. */
export const shortProblem = schema({
  ...problem,
  properties: { code, title, detail },
  required: ['code', 'title', 'detail'],
});
