import { describe, expect, it } from '@jest/globals';
import { sql } from 'kysely';
import { newId } from '../../../service/lib/ids.ts';
import { receive } from '../../../service/messages/receive.ts';
import { countBlocked } from '../../service/harness/countBlocked.ts';
import { openPostgres } from '../../service/harness/database.ts';
import { until } from '../../service/harness/until.ts';
import { provideRealService } from '../../service/model/provideRealService.ts';
import type { RealService } from '../../service/model/realService.ts';
import { messageRow } from '../../service/harness/rows.ts';

describe('a START that waits for another transaction', () => {
  let service: RealService;
  provideRealService(openPostgres, (provided) => {
    service = provided;
  });

  const db = () => service.context.db;
  const countOptOuts = async () => {
    const rows = db().selectFrom('opt_out').select('phone');
    return (await rows.where('account_id', '=', service.accountId).execute()).length;
  };
  const readReviews = async () => {
    const rows = db().selectFrom('review').select('status');
    const found = await rows.where('account_id', '=', service.accountId).execute();
    return found.map(({ status }) => status);
  };
  /** Begins to process a START, brings a text, and then lets the START end. */
  const bringDuringStart = async (text: string) => {
    const ref = newId('txt');
    let start: Promise<unknown> | undefined;
    await db()
      .transaction()
      .execute(async (trx) => {
        // The carrier delivers the START twice.
        await trx
          .insertInto('message')
          .values(
            messageRow({
              ...{ account_id: service.accountId, direction: 'inbound', text: 'START' },
              ...{ recipient: service.number, sender: '+12025550199' },
              ...{ carrier: 'scripted', carrier_ref: ref, created_at: new Date(service.now()) },
            }),
          )
          .execute();
        start = receive(service.context, 'scripted', {
          ...{ ref, from: service.toPhone(0), to: service.number, text: 'START' },
          receivedAt: new Date(service.now()),
        });
        await until('the START waits', async () => (await countBlocked(db())) === 1);
        await service.bringText(0, text);
        await trx.deleteFrom('message').where('carrier_ref', '=', ref).execute();
      });
    await start;
  };

  it('keeps the opt-out of a STOP that arrived after it', async () => {
    await service.bringText(0, 'STOP');
    await bringDuringStart('STOP');
    expect(await countOptOuts()).toBe(1);
  });

  it('keeps the review of a possible STOP that arrived after it', async () => {
    await bringDuringStart('Enough');
    expect(await readReviews()).toEqual(['open']);
  });

  it('leaves a review of a possible STOP that arrives before it is committed', async () => {
    await service.bringText(0, 'STOP');
    let texts: Promise<unknown>[] = [];
    await db()
      .transaction()
      .execute(async (trx) => {
        // Holds the last lock that a text needs.
        await sql`
          select from conversation where account_id = ${service.accountId} for update`.execute(trx);
        texts = [service.bringText(0, 'START')];
        await until('the START waits', async () => (await countBlocked(db())) === 1);
        texts.push(service.bringText(0, 'Enough'));
        await until('the possible STOP waits', async () => (await countBlocked(db())) === 2);
      });
    await Promise.all(texts);
    expect([await countOptOuts(), await readReviews()]).toEqual([0, ['open']]);
  });
});
