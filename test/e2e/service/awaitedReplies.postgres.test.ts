import { expect, it } from '@jest/globals';
import { newId } from '../../../service/lib/ids.ts';
import { receive } from '../../../service/messages/receive.ts';
import { countBlocked } from '../../service/harness/countBlocked.ts';
import { openPostgres } from '../../service/harness/database.ts';
import { messageRow } from '../../service/harness/rows.ts';
import { until } from '../../service/harness/until.ts';
import { provideRealService } from '../../service/model/provideRealService.ts';
import type { RealService } from '../../service/model/realService.ts';

let service: RealService;
provideRealService(openPostgres, (provided) => {
  service = provided;
});

it('replies that arrive at the same moment answer one awaited question each', async () => {
  const { accountId, number, context } = service;
  const { db } = context;
  const person = service.toPhone(1);
  const now = new Date(service.now());
  const questions = [0, 1].map(() =>
    messageRow({
      ...{ account_id: accountId, sender: number, recipient: person, status: 'sent' },
      ...{ created_at: now, sent_at: now },
    }),
  );
  await db.insertInto('message').values(questions).execute();
  const ids = questions.map(({ id }) => id);
  await db
    .insertInto('webhook')
    .values(
      ids.map((id) => ({
        ...{ id: newId('whk'), account_id: accountId, url: `https://example.com/${id}` },
        ...{ secret: '', status: 'enabled', created_at: now, updated_at: now },
        events: JSON.stringify(['message.received']),
        filter: JSON.stringify({ message_id: [id] }),
      })),
    )
    .execute();
  const refs = [newId('txt'), newId('txt')];
  const bring = (ref: string) =>
    receive(context, 'scripted', {
      ...{ ref, from: person, to: number, text: 'Tomorrow', receivedAt: now },
    });
  let replies: Promise<unknown>[] = [];
  await db.transaction().execute(async (trx) => {
    await trx.selectFrom('message').select('id').where('id', 'in', ids).forUpdate().execute();
    replies = refs.map(bring);
    await until('both wait', async () => (await countBlocked(db)) === 2);
  });
  await Promise.all(replies);
  const rows = await db
    .selectFrom('message')
    .select('in_reply_to')
    .where('carrier_ref', 'in', refs)
    .execute();
  expect(rows.map(({ in_reply_to }) => in_reply_to).sort()).toEqual(ids.sort());
});
