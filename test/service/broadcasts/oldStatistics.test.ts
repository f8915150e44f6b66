import { beforeEach, describe, expect, it } from '@jest/globals';
import { sql } from 'kysely';
import { workOnBroadcasts } from '../../../service/broadcasts/workOnBroadcasts.ts';
import { broadcast as handlers } from '../../../service/handlers/broadcast.ts';
import { openFolder } from '../harness/database.ts';
import { countReads } from '../harness/countReads.ts';
import { provideRealService } from '../model/provideRealService.ts';
import type { RealService } from '../model/realService.ts';

const recipients = 3_000;
/** How many recipients a step works on. */
const perCreation = 500;
const perCancellation = 2_000;
/** To choose a recipient, to lock it and to change it. */
const readsPerRecipient = 4;

describe('a broadcast that the statistics of the database do not know', () => {
  let service: RealService;
  provideRealService(openFolder, (provided) => {
    service = provided;
  });
  let id: string;
  beforeEach(async () => {
    const { db } = service.context;
    await sql`delete from broadcast_recipient`.execute(db);
    await sql`delete from broadcast_work`.execute(db);
    await sql`
      insert into broadcast_recipient (broadcast_id, phone_key, phone, contact_id, status)
      select 'brd_old', 'a' || at, '', 'con_old' || at, 'created'
      from generate_series(1, 20000) as at`.execute(db);
    await sql`analyze broadcast_recipient`.execute(db);
    await sql`
      insert into contact (id, account_id, phone, attributes, status, created_at, updated_at)
      select 'con_' || ${service.accountId} || at, ${service.accountId}, '+1' || 2065600000 + at, '{}',
        'subscribed', ${service.context.clock()}, ${service.context.clock()}
      from generate_series(1, ${recipients}::int) as at`.execute(db);
    ({ id } = await service.request((call) =>
      handlers.create(call, {
        name: 'Sale',
        audience: { all_contacts: true },
        text: 'Sale!',
        purpose: 'notification',
        smart_encoding: false,
      }),
    ));
    while (!(await readWork()).is_expanded) await workOnBroadcasts(service.context);
  });

  const readWork = () =>
    service.context.db
      .selectFrom('broadcast_work')
      .selectAll()
      .where('broadcast_id', '=', id)
      .executeTakeFirstOrThrow();
  const takeStep = () =>
    countReads(service.context.db, 'broadcast_recipient', () => workOnBroadcasts(service.context));

  it('reads only the recipients whose messages a step creates', async () => {
    expect(await takeStep()).toBeLessThan(perCreation * readsPerRecipient);
    expect(await readWork()).toMatchObject({ created: perCreation });
  });

  it('reads only the recipients that a step of a cancellation skips', async () => {
    await service.request((call) => handlers.cancel(call, { id }));
    expect(await takeStep()).toBeLessThan(perCancellation * readsPerRecipient);
    expect(await readWork()).toMatchObject({ skipped: perCancellation });
  });
});
