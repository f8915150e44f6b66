import { describe, expect, it } from '@jest/globals';
import { sql } from 'kysely';
import { applyRetention } from '../../../service/erasures/retention/applyRetention.ts';
import { firstIdAt } from '../../../service/lib/ids.ts';
import { openFolder } from '../harness/database.ts';
import { provideRealService } from '../model/provideRealService.ts';
import type { RealService } from '../model/realService.ts';
import { messageRow } from '../harness/rows.ts';

const minute = 60_000;

describe('the retention settings', () => {
  let service: RealService;
  provideRealService(openFolder, (provided) => {
    service = provided;
  });

  const at = (minutes: number) => new Date(service.now() + minutes * minute);
  const addCode = async (minutes: number) => {
    const [id, time] = [firstIdAt('msg', at(minutes)), at(minutes)];
    await service.context.db
      .insertInto('message')
      .values(
        messageRow({
          ...{ id, account_id: service.accountId, status: 'delivered', purpose: 'otp' },
          ...{ recipient: service.toPhone(0), sender: service.number, text: 'Code: 1' },
          ...{ created_at: time, final_at: time },
        }),
      )
      .execute();
    return id;
  };
  const eraseAt = async (minutes: number) => {
    while (await applyRetention({ ...service.context, clock: () => at(minutes) }));
  };
  const readTexts = async () => {
    const rows = service.context.db.selectFrom('message').select('text').orderBy('id');
    return (await rows.execute()).map(({ text }) => text);
  };

  const keep = (change: object) =>
    service.context.db
      .updateTable('account')
      .set({
        retention: JSON.stringify({
          ...{ otp_text_hours: null, text_days: null, message_days: null },
          ...change,
        }),
      })
      .where('id', '=', service.accountId)
      .execute();

  it('delete one batch in each transaction of the embedded database', async () => {
    const { db } = service.context;
    await sql`create table deletion (messages integer)`.execute(db);
    await sql`
      create function log_deletion() returns trigger language plpgsql as $$
      begin
        insert into deletion select count(*) from gone;
        return null;
      end $$`.execute(db);
    await sql`
      create trigger log_deletion after delete on message referencing old table as gone
      for each statement execute function log_deletion()`.execute(db);
    await keep({ message_days: 1 });
    for (let minutes = 0; minutes < 5; minutes++) await addCode(minutes);
    const context = { ...service.context, batch: () => 2, clock: () => at(2 * 1_440) };
    while (await applyRetention(context));
    const { rows } = await sql<{ messages: number }>`select messages from deletion`.execute(db);
    expect(rows.map(({ messages }) => messages)).toEqual([2, 2, 1]);
  });

  it('erase a code from after the clock was set back', async () => {
    await keep({ otp_text_hours: 1 });
    await addCode(20);
    await eraseAt(90);
    expect(await readTexts()).toEqual(['']);
    await eraseAt(0);
    await addCode(1);
    for (const minutes of [10, 180]) await eraseAt(minutes);
    expect(await readTexts()).toEqual(['', '']);
  });
});
