import { contract, sampleOf } from '@textloom/shared/contract';
import type { Answer } from '../zapier/farSide.ts';

const delivery = sampleOf(contract.webhook.deliveries.output.properties.data.items) as object;

/** Answers the requests with which a node lets the service test a webhook. */
export function answerTest(
  asked: string,
  attempt: object = { status: 'succeeded' },
): Answer | undefined {
  if (asked.endsWith('/test')) return { status: 202, body: { event_id: 'evt_test' } };
  if (!asked.includes('/deliveries')) return undefined;
  const data = [{ ...delivery, event_id: 'evt_test', ...attempt }];
  return { status: 200, body: { data, has_more: false, next_cursor: null } };
}
