import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { contract, limits, sampleOf } from '@textloom/shared/contract';
import { sql } from 'kysely';
import { contact } from '../../../service/handlers/contact.ts';
import { list } from '../../../service/handlers/list.ts';
import { withDefaults } from '../../../service/core/withDefaults.ts';
import { registration } from '../../../service/handlers/registration.ts';
import { newId } from '../../../service/lib/ids.ts';
import { openFolder } from '../harness/database.ts';
import { openRealServices, type RealService, type RealServices } from '../model/realService.ts';

describe('an account', () => {
  let services: RealServices;
  let service: RealService;
  beforeAll(async () => {
    services = await openRealServices(openFolder);
  });
  beforeEach(async () => {
    service = await services.next();
  });
  afterAll(() => services.close());

  /** Copies the only row that the account has in a table, until it has this many. */
  const copyRow = (table: 'list' | 'registration' | 'erasure', count: number) =>
    sql`
      insert into ${sql.table(table)}
      select copy.* from ${sql.table(table)} as row, generate_series(2, ${count}::integer) as at,
        jsonb_populate_record(null::${sql.table(table)},
          to_jsonb(row) || jsonb_build_object('id', row.id || at, 'name', 'Copy ' || at)) as copy
      where row.account_id = ${service.accountId}`.execute(service.context.db);
  const refused = { code: 'limit_reached' };

  it('has a limited number of lists, but still gets those that it has', async () => {
    const create = (name: string) => service.request((call) => list.create(call, { name }));
    const first = await create('First');
    await copyRow('list', limits.lists - 1);
    await create('Last');
    await expect(create('One more')).rejects.toMatchObject(refused);
    expect(await create('First')).toEqual(first);
    const found = await service.request((call) => list.list(call, { name: 'One more', limit: 20 }));
    expect(found.data).toEqual([]);
  });

  it('has contacts on a limited number of lists, who keep those that they have', async () => {
    const add = async (phone: string, lists: string[]) =>
      service.request((call) => contact.upsert(call, { phone, lists }));
    const create = async (name: string) =>
      (await service.request((call) => list.create(call, { name }))).id;
    const [first, last, more] = [await create('First'), await create('Last'), await create('More')];
    const { id, phone } = await add(service.toPhone(0), [first]);
    await service.context.db.transaction().execute(async (trx) => {
      const names = Array.from({ length: limits.listsOfContact - 2 }, (_, at) => `List ${at}`);
      for (const name of names) {
        const created = { account_id: service.accountId, created_at: new Date() };
        const row = { ...created, id: newId('lst'), name, updated_at: new Date() };
        await trx.insertInto('list').values(row).execute();
        await trx.insertInto('list_contact').values({ list_id: row.id, contact_id: id }).execute();
      }
    });
    const put = (list_id: string) =>
      service.request((call) => list.addContact(call, { id: list_id, contact_id: id }));
    const tooLong = (pointer: string) => ({ fieldErrors: [{ pointer, code: 'too_long' }] });
    const both = await Promise.allSettled([put(last), put(more)]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    await put(first);
    const [refused, other] = both[0].status === 'rejected' ? [last, more] : [more, last];
    await expect(put(refused)).rejects.toMatchObject(tooLong('/contact_id'));
    await expect(add(phone, [first, refused])).rejects.toMatchObject(tooLong('/lists'));
    expect((await add(phone, [first, other])).lists).toHaveLength(limits.listsOfContact);
    const csv = `phone,first_name\n${phone},Ada\n${service.toPhone(1)},Ben\n`;
    const [batch] = await contact.import.splitIntoBatches({ csv, list_id: refused });
    expect(await service.request((call) => batch!(call))).toMatchObject({
      created: 1,
      updated: 0,
      refused: [{ line: 2, column: null, code: 'too_long' }],
    });
    expect(await service.request((call) => contact.get(call, { id }))).toMatchObject({
      first_name: null,
    });
    const [optOut] = await contact.import.splitIntoBatches({
      csv: `phone,status\n${phone},opted_out\n`,
      list_id: refused,
    });
    expect((await service.request((call) => optOut!(call))).refused).toHaveLength(1);
    expect(await service.request((call) => contact.get(call, { id }))).toMatchObject({
      status: 'opted_out',
    });
    // An earlier version had no limit.
    await service.context.db
      .insertInto('list_contact')
      .values({ list_id: refused, contact_id: id })
      .execute();
    expect((await add(phone, [first, refused])).lists).toHaveLength(limits.listsOfContact + 1);
    await put(refused);
    const replaced = await service.request((call) =>
      contact.update(call, { id, lists: [refused] }),
    );
    expect(replaced.lists).toEqual([refused]);
  });

  it('has a limited number of registrations that await a decision', async () => {
    const { input } = contract.registration.submit;
    const sample = withDefaults(input, { ...sampleOf(input), number_ids: [] });
    const submit = () => service.request((call) => registration.submit(call, sample));
    const { id } = await submit();
    await copyRow('registration', limits.pendingRegistrations - 1);
    await submit();
    await expect(submit()).rejects.toMatchObject(refused);
    await sql`update registration set status = 'rejected' where id = ${id}`.execute(
      service.context.db,
    );
    await submit();
  });

  it('has a limited number of erasures that are not complete', async () => {
    const erase = (at: number) =>
      service.request((call) => contact.delete(call, { id: service.toPhone(at), erase: true }));
    await erase(1);
    await copyRow('erasure', limits.runningErasures - 1);
    await erase(2);
    await expect(erase(3)).rejects.toMatchObject(refused);
    await sql`
      update erasure set status = 'completed'
      where ctid = (select ctid from erasure where account_id = ${service.accountId} limit 1)
      `.execute(service.context.db);
    await erase(3);
  });
});
