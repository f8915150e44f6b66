import { describe, expect, it } from '@jest/globals';
import { storeContacts } from '../../../service/contacts/storeContacts.ts';
import type { NewContact } from '../../../service/contacts/upsertRows.ts';
import { newId } from '../../../service/lib/ids.ts';
import { countBlocked } from '../../service/harness/countBlocked.ts';
import { openPostgres } from '../../service/harness/database.ts';
import { provideRealService } from '../../service/model/provideRealService.ts';
import type { RealService } from '../../service/model/realService.ts';
import { until } from '../../service/harness/until.ts';

describe('two imports at the same moment', () => {
  let service: RealService;
  provideRealService(openPostgres, (provided) => {
    service = provided;
  });

  const db = () => service.context.db;
  const store = (people: readonly number[], details: Partial<NewContact>) =>
    service.request((call) => {
      const given = people.map((one) => ({
        id: newId('con'),
        input: { ...details, phone: service.toPhone(one) },
      }));
      return storeContacts(call, given, [], 'import');
    });
  const areBlocked = (count: number) => async () => (await countBlocked(db())) === count;

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
