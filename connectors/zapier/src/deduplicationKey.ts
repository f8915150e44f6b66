import { limits, schema } from '@textloom/shared/contract';

/** How a step asks what a message is about. */
export const deduplicationKey = schema({
  type: 'string',
  title: 'Deduplication Key',
  description:
    'Map the ID of the record that starts the Zap. ' +
    `With the same key, a recipient gets only one message within ${limits.idempotencyHours} hours, even if Zapier replays the run or you test this step again`,
});
