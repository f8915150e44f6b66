import { setTimeout as sleep } from 'node:timers/promises';
import { batchAll } from '../concurrency/batcher.ts';
import type { Inbox, Receipt, SubmitResponse } from './carrier.ts';

interface SubmitRecord {
  readonly response: SubmitResponse;
  /** Receipts for parts that will get none from the carrier. */
  readonly receipts?: readonly Receipt[];
}

const maxBatch = 500;
const retryMs = 1_000;

/**
 * Returns a function that gives a submit result to the inbox. It retries until the result is
 * stored, because nothing else knows it. Once `stopping` aborts, it rejects after a failure.
 */
export const recordResults = (
  getInbox: () => Inbox,
  stopping: AbortSignal,
): ((record: SubmitRecord) => Promise<void>) =>
  batchAll<SubmitRecord>(maxBatch, async (records) => {
    for (let left = records; ;) {
      try {
        const stored = await getInbox().receipts(left.flatMap(({ receipts = [] }) => receipts));
        if (stored.includes('postponed')) throw new Error('A receipt is not stored yet');
        const responded = await getInbox().submitResponses(left.map(({ response }) => response));
        left = left.filter((_, at) => responded[at] === 'postponed');
        if (left.length === 0) return;
        if (stopping.aborted) throw new Error('A submit result is not stored yet');
      } catch (error) {
        if (stopping.aborted) throw error;
      }
      await sleep(retryMs);
    }
  });
