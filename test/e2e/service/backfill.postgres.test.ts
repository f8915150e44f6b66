import { describe, expect, it } from '@jest/globals';
import { sql } from 'kysely';
import { webhook } from '../../../service/handlers/webhook.ts';
import { countBlocked } from '../../service/harness/countBlocked.ts';
import { openPostgres } from '../../service/harness/database.ts';
import { provideRealService } from '../../service/model/provideRealService.ts';
import type { RealService } from '../../service/model/realService.ts';
import { until } from '../../service/harness/until.ts';

describe('a webhook for the replies to a message', () => {
  let service: RealService;
  provideRealService(openPostgres, (provided) => {
    service = provided;
  });

  it('can be created while a STOP to the message arrives', async () => {
    const { db } = service.context;
    const sent = await service.send({ to: 0, parts: 1, ttl: 3600, inSeconds: 0 });
    const id = 'id' in sent ? sent.id : '';
    await sql`
      update message set status = 'sent', sent_at = created_at where id = ${id}`.execute(db);
    await sql`
      update account set daily_segments = 100 where id = ${service.accountId}`.execute(db);
    let work: Promise<unknown>[] = [];
    await db.transaction().execute(async (trx) => {
      await sql`
        select from account where id = ${service.accountId} for no key update`.execute(trx);
      const create = service.request((call) =>
        webhook.create(call, {
          url: 'https://example.com/replies',
          events: ['message.received'],
          filter: { message_id: [id] },
        }),
      );
      work = [create];
      await until('the webhook waits', async () => (await countBlocked(db)) === 1);
      work.push(service.bringText(0, 'STOP'));
      await until('the text waits', async () => (await countBlocked(db)) === 2);
    });
    const ends = await Promise.allSettled(work);
    expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled']);
    const replies = db.selectFrom('message').select('in_reply_to').where('keyword', '=', 'stop');
    expect(await replies.execute()).toEqual([{ in_reply_to: id }]);
    const { rows } = await sql`select from pgboss.job where name = 'deliver'`.execute(db);
    expect(rows).toHaveLength(1);
  });
});
