import { errorOfItem, type Client } from '@textloom/shared/client';
import { broadcastSchema, contract, sampleOf, type NewBroadcast } from '@textloom/shared/contract';

/** Replaces the status in a test of the step, which must not text everybody. */
const notSent = 'not sent, because this is a test of the step';

/**
 * Returns what a broadcast would look like, with the counts of its preview, and sends nothing. Throws the
 * error with which the service would reject the broadcast.
 */
export async function simulateBroadcast(client: Client, broadcast: NewBroadcast): Promise<object> {
  const { problem, recipients, messages, segments, skipped } =
    await client.broadcast.preview(broadcast);
  const error = errorOfItem(problem, contract.broadcast.preview.input);
  if (error) throw error;
  const { counts, ...sample } = sampleOf(broadcastSchema);
  return {
    ...sample,
    text: '',
    ...broadcast,
    stop_rules: { ...sample.stop_rules, ...broadcast.stop_rules },
    status: notSent,
    progress: 0,
    counts: {
      ...counts,
      recipients,
      pending: messages,
      skipped: skipped.reduce((sum, { count }) => sum + count, 0),
      segments,
    },
  };
}
