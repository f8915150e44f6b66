import { operation, schema, type Infer } from '@textloom/shared/contract';

/**
 * The service offers its simulated handsets at this path, which is not part of the messaging API.
 */
export const simulatorPath = '/simulator';

/** Streams every text to and from the handsets of the account as server-sent events. */
export const streamPath = `${simulatorPath}/stream`;
export const textEvent = 'text';

const textSchema = schema({
  type: 'object',
  properties: {
    id: { type: 'string' },
    handset: { type: 'string' },
    direction: { type: 'string', enum: ['to_handset', 'from_handset'] },
    from: { type: 'string' },
    to: { type: 'string' },
    text: { type: 'string' },
    media: {
      type: 'array',
      items: { type: 'object', properties: { url: { type: 'string' } }, required: ['url'] },
    },
    at: { type: 'string', format: 'date-time' },
  },
  required: ['id', 'handset', 'direction', 'from', 'to', 'text', 'media', 'at'],
});
export type Text = Infer<typeof textSchema>;

const handsetSchema = schema({
  type: 'object',
  properties: {
    number: { type: 'string' },
    last_text: { type: 'string' },
    last_at: { type: 'string', format: 'date-time' },
  },
  required: ['number', 'last_text', 'last_at'],
});
export type Handset = Infer<typeof handsetSchema>;

const number = schema({ type: 'string' });

export const simulator = {
  handsets: operation({
    method: 'GET',
    path: '/handsets',
    summary: 'Get handsets',
    description:
      'Lists up to 200 handsets that have received or sent a text, newest activity first',
    scope: 'read',
    input: { type: 'object', properties: {} },
    output: {
      type: 'object',
      properties: { data: { type: 'array', items: handsetSchema } },
      required: ['data'],
    },
    status: 200,
    errors: [],
  }),
  texts: operation({
    method: 'GET',
    path: '/handsets/{number}/texts',
    summary: 'Get texts of handset',
    description: 'Lists the texts that a handset has received and sent, oldest first',
    scope: 'read',
    input: { type: 'object', properties: { number }, required: ['number'] },
    output: {
      type: 'object',
      properties: { data: { type: 'array', items: textSchema } },
      required: ['data'],
    },
    status: 200,
    errors: [],
  }),
  send: operation({
    method: 'POST',
    path: '/handsets/{number}/texts',
    summary: 'Send text from handset',
    description: 'Sends a text from a handset to one of the numbers of the account',
    scope: 'send',
    input: {
      type: 'object',
      properties: { number, to: { type: 'string' }, text: { type: 'string' } },
      required: ['number', 'to', 'text'],
    },
    output: { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] },
    status: 202,
    errors: [],
  }),
};
