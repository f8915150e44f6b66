import { timestamp } from './fields.ts';
import { record, schema, type Infer } from './schema.ts';

/** How an attempt to submit a message to a carrier ended. */
export const attemptResult = schema({
  type: 'string',
  title: 'Result',
  description: 'How the attempt ended',
  enum: ['accepted', 'refused', 'no_response', 'throttled', 'temporary_error', 'unreachable'],
  examples: ['unreachable'],
});
export type AttemptResult = Infer<typeof attemptResult>;

export const attemptSchema = record({
  title: 'Attempt',
  description: 'Attempts with the same carrier and the same result count together',
  properties: {
    id: { type: 'string', title: 'ID', examples: ['att_01JZ3K8QW5T4V9XH2M6N7P8R0S'] },
    carrier: {
      type: 'string',
      description: 'Name of the carrier in the settings of the service',
      examples: ['twilio'],
    },
    result: attemptResult,
    carrier_code: {
      type: 'string',
      description: 'Code of the carrier',
      nullable: true,
      examples: ['HTTP 401'],
    },
    count: {
      type: 'integer',
      description: 'How many attempts ended like this',
      minimum: 1,
      examples: [1],
    },
    first_at: { ...timestamp, description: 'When the first of them ended' },
    last_at: { ...timestamp, description: 'When the last of them ended' },
  },
});
export type Attempt = Infer<typeof attemptSchema>;
