import { beforeEach, describe, expect, it } from '@jest/globals';
import { limits } from '@textloom/shared/contract';
import { sql } from 'kysely';
import { removeDeletedLists } from '../../../service/contacts/deletedLists.ts';
import { contact } from '../../../service/handlers/contact.ts';
import { list } from '../../../service/handlers/list.ts';
import { newId } from '../../../service/lib/ids.ts';
import { openFolder } from '../harness/database.ts';
import { until } from '../harness/until.ts';
import { provideRealService } from '../model/provideRealService.ts';
import type { RealService } from '../model/realService.ts';

describe('a list that is deleted', () => {
  let service: RealService;
  provideRealService(openFolder, (provided) => {
    service = provided;
  });
  const create = async (name: string) =>
    (await service.request((call) => list.create(call, { name }))).id;
  const add = (id: string, contact_id: string) =>
    service.request((call) => list.addContact(call, { id, contact_id }));
  const readListIds = async (id: string) =>
    (await service.request((call) => contact.get(call, { id }))).lists;
  const countMembers = async (id: string) => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int from list_contact where list_id = ${id}`.execute(service.context.db);
    return rows[0]!.count;
  };
  let deleted: string;
  let kept: string;
  let people: string[];
  beforeEach(async () => {
    [deleted, kept] = [await create('Customers'), await create('Members')];
    people = [];
    for (let at = 0; at < 3; at++) {
      const id = newId('con');
      people.push(id);
      const now = service.context.clock();
      await service.context.db
        .insertInto('contact')
        .values({
          ...{ id, account_id: service.accountId, phone: service.toPhone(at) },
          ...{ status: 'subscribed', attributes: '{}', created_at: now, updated_at: now },
        })
        .execute();
      await add(deleted, id);
      await add(kept, id);
    }
    await service.request((call) => list.delete(call, { id: deleted }));
  });

  it('disappears immediately, with its name and from its contacts', async () => {
    expect(await countMembers(deleted)).toBe(3);
    expect(await readListIds(people[0]!)).toEqual([kept]);
    const find = await contact.list.prepare(
      await service.request((call) => Promise.resolve(call)),
      { list_id: deleted, limit: 20 },
    );
    expect((await service.request((call) => find(call))).data).toEqual([]);
    const again = await create('Customers');
    expect(again).not.toBe(deleted);
    const { listsOfContact } = limits;
    Object.assign(limits, { listsOfContact: 2 });
    try {
      await add(again, people[0]!);
    } finally {
      Object.assign(limits, { listsOfContact });
    }
    expect((await readListIds(people[0]!)).sort()).toEqual([kept, again].sort());
    await until('the members to be removed', async () => {
      await service.sweep();
      return (await countMembers(deleted)) === 0;
    });
    expect(await countMembers(again)).toBe(1);
  });

  it('loses its members in batches of the background work, and others keep theirs', async () => {
    const removed: number[] = [];
    const { db } = service.context;
    const batch = () => {
      removed.push(2);
      return 2;
    };
    await until('the list to be forgotten', async () => {
      await removeDeletedLists({ db, batch });
      const { rows } = await sql`select from deleted_list`.execute(db);
      return rows.length === 0;
    });
    expect(removed.length).toBeGreaterThanOrEqual(2);
    expect([await countMembers(deleted), await countMembers(kept)]).toEqual([0, 3]);
  });
});
