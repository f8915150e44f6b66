import { expect, it } from '@jest/globals';
import type { Receipt } from '../../../service/carriers/carrier.ts';
import { handsetCarrier, type HandsetOptions } from '../../../service/carriers/handset/handset.ts';
import { openQueues } from '../../../service/store/jobs.ts';
import { openStore } from '../../../service/store/database.ts';
import { readConfig } from '../../../service/config/config.ts';
import { openFolder } from '../harness/database.ts';
import { until } from '../harness/until.ts';

it('a handset sends receipts in the order of their times, even if all of them are overdue', async () => {
  const database = await openFolder();
  const onError = (error: unknown) => {
    throw error;
  };
  const { db, boss, close } = await openStore(readConfig(database.environment), onError);
  const enqueue = await openQueues(boss);
  const options: HandsetOptions = { db, boss, enqueue, clock: () => new Date() };
  const carrier = handsetCarrier(options);
  const count = 20;
  // The last job is due first.
  await db.transaction().execute((trx) =>
    enqueue(
      trx,
      'handset',
      Array.from({ length: count }, (_, at) => ({
        data: {
          dueAt: Date.now() - 60_000 - at * 1_000,
          receipts: [{ ref: String(count - at), outcome: 'delivered' as const, code: '' }],
        },
      })),
    ),
  );
  const got: string[] = [];
  await carrier.start({
    submitResponses: () => Promise.resolve([]),
    texts: () => Promise.resolve([]),
    receipts: (receipts: readonly Receipt[]) => {
      got.push(...receipts.map(({ ref }) => ref));
      return Promise.resolve(receipts.map(() => 'accepted' as const));
    },
    onCapacity: () => undefined,
  });
  await until('all receipts arrive', () => got.length === count);
  await carrier.stop();
  await boss.stop({ graceful: false });
  await close();
  await database.remove();
  expect(got.map(Number)).toEqual(Array.from({ length: count }, (_, at) => at + 1));
});
