import { describe, expect, it } from '@jest/globals';
import { storeContacts } from '../../../service/contacts/storeContacts.ts';
import type { NewContact } from '../../../service/contacts/upsertRows.ts';
import { contact } from '../../../service/handlers/contact.ts';
import type { Call } from '../../../service/handlers/handlers.ts';
import { list } from '../../../service/handlers/list.ts';
import { newId } from '../../../service/lib/ids.ts';
import { receive } from '../../../service/messages/receive.ts';
import { countBlocked } from '../../service/harness/countBlocked.ts';
import { openPostgres } from '../../service/harness/database.ts';
import { provideRealService } from '../../service/model/provideRealService.ts';
import type { RealService } from '../../service/model/realService.ts';
import { until } from '../../service/harness/until.ts';

let service: RealService;
provideRealService(openPostgres, (provided) => {
  service = provided;
});

const db = () => service.context.db;
const areBlocked = (count: number) => async () => (await countBlocked(db())) === count;
const storeIn = (call: Call, phones: readonly string[], details: Partial<NewContact> = {}) => {
  const given = phones.map((phone) => ({ id: newId('con'), input: { ...details, phone } }));
  return storeContacts(call, given, [], 'import');
};

describe('two imports at the same moment', () => {
  const store = (people: readonly number[], details: Partial<NewContact>) =>
    service.request((call) => storeIn(call, people.map(service.toPhone), details));

  it('both store their contacts, whichever of these exist already', async () => {
    await store([2], {});
    const consent = { source: 'Form', at: new Date(service.now()).toISOString() };
    let imports: Promise<unknown>[] = [];
    await db()
      .transaction()
      .execute(async (trx) => {
        const added = {
          ...{ id: newId('con'), account_id: service.accountId, phone: service.toPhone(0) },
          ...({ status: 'subscribed', attributes: '{}' } as const),
          ...{ created_at: new Date(service.now()), updated_at: new Date(service.now()) },
        };
        await trx.insertInto('contact').values(added).execute();
        imports = [store([0, 1, 2], { consent })];
        await until('the first import waits for a contact', areBlocked(1));
        imports.push(store([1, 2], {}));
        await until('the second import waits for the first one', areBlocked(2));
      });
    await Promise.all(imports);
    const rows = db().selectFrom('contact').select('phone');
    const own = await rows.where('account_id', '=', service.accountId).orderBy('phone').execute();
    expect(own.map(({ phone }) => phone)).toEqual([0, 1, 2].map(service.toPhone));
  });
});

describe('two spellings of one number at the same moment', () => {
  const [long, short] = ['+5215512345678', '+525512345678'] as const;
  const [other, otherShort] = ['+5491123456789', '+541123456789'] as const;
  const bringStop = () =>
    receive(service.context, 'scripted', {
      ...{ ref: newId('txt'), from: short, to: service.number, text: 'STOP' },
      receivedAt: new Date(service.now()),
    });
  const stores = {
    upsert: () =>
      service.request((call) =>
        contact.upsert(call, { phone: short, status: 'subscribed', attributes: {} }),
      ),
    import: () => service.request((call) => storeIn(call, [short, otherShort])),
    STOP: bringStop,
  };
  const readContacts = () =>
    db()
      .selectFrom('contact')
      .select(['phone', 'status'])
      .where('account_id', '=', service.accountId)
      .where('phone', 'in', [long, short])
      .execute();
  /** Begins work in a transaction that is not committed until later work waits or is done. */
  const runBefore = async (
    first: (call: Call) => Promise<unknown>,
    second: () => Promise<unknown>,
  ) => {
    let later: Promise<unknown> | undefined;
    await service.request(async (call) => {
      await first(call);
      let isDone = false;
      later = second().finally(() => {
        isDone = true;
      });
      await until('the second waits or is done', async () => isDone || areBlocked(1)());
    });
    await later;
  };

  it.each(Object.entries(stores))('an upsert and then an %s make one contact', async (_, store) => {
    await runBefore(
      (call) => contact.upsert(call, { phone: long, status: 'subscribed', attributes: {} }),
      store,
    );
    const status = store === bringStop ? 'opted_out' : 'subscribed';
    expect(await readContacts()).toEqual([{ phone: long, status }]);
  });

  it('an opt-out and then an upsert make one contact, which has opted out', async () => {
    await runBefore(
      (call) => contact.upsert(call, { phone: long, status: 'opted_out', attributes: {} }),
      () => stores.import(),
    );
    expect(await readContacts()).toEqual([{ phone: long, status: 'opted_out' }]);
  });

  it('imports in different orders do not wait for each other', async () => {
    let imports: Promise<unknown>[] = [];
    await service.request(async (call) => {
      await storeIn(call, [long]);
      imports = [service.request((one) => storeIn(one, [short, other]))];
      await until('the first import waits', areBlocked(1));
      imports.push(service.request((one) => storeIn(one, [otherShort, long])));
      await until('the second import waits', areBlocked(2));
    });
    await Promise.all(imports);
    expect(await readContacts()).toEqual([{ phone: long, status: 'subscribed' }]);
  });

  it('an update that opts out and a STOP do not wait for each other', async () => {
    const { id: list_id } = await service.request((call) => list.create(call, { name: 'News' }));
    const lists = [list_id];
    const { id } = await service.request((call) =>
      contact.upsert(call, { phone: long, lists, attributes: {} }),
    );
    let work: Promise<unknown>[] = [];
    await db()
      .transaction()
      .execute(async (trx) => {
        await trx
          .selectFrom('list_contact')
          .selectAll()
          .where('contact_id', '=', id)
          .forUpdate()
          .execute();
        work = [
          service.request((call) => contact.update(call, { id, status: 'opted_out', lists: [] })),
        ];
        await until('the update waits', areBlocked(1));
        work.push(bringStop());
        await until('the STOP waits for the update', areBlocked(2));
      });
    await Promise.all(work);
    expect(await readContacts()).toEqual([{ phone: long, status: 'opted_out' }]);
  });
});
