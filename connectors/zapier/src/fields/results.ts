import {
  broadcastSchema,
  contactSchema,
  contract,
  conversationSchema,
  listSchema,
  schema,
} from '@textloom/shared/contract';
import { describeResult } from './toOutput.ts';

export const contactResult = describeResult(contactSchema);

export const listResult = describeResult(listSchema);

/** Turns the contract's sample of a broadcast into one that runs. */
const runningExample = {
  started_at: '2026-01-31T09:30:00.000Z',
  messages_per_minute: 600,
  counts: {
    recipients: 1250,
    pending: 700,
    skipped: 20,
    queued: 30,
    sent: 20,
    delivered: 470,
    undelivered: 8,
    failed: 0,
    expired: 0,
    unconfirmed: 2,
    canceled: 0,
    opted_out: 3,
    replied: 12,
    segments: 530,
  },
} as const;

export const broadcastResult = describeResult(broadcastSchema, runningExample);

export const conversationResult = describeResult(conversationSchema);

/** Without a file in a sample, the editor would offer no URL to map before the first MMS arrives. */
export const exampleMedia = [
  { url: 'https://example.com/menu.jpg', content_type: 'image/jpeg', size: 48213 },
];

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
