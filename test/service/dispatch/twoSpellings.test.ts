import { describe, expect, it } from '@jest/globals';
import { previewBroadcast } from '../../../service/broadcasts/previewBroadcast.ts';
import { lookUpMarketing } from '../../../service/dispatch/lookUpMarketing.ts';
import { exportPerson } from '../../../service/erasures/exportPerson.ts';
import { message } from '../../../service/handlers/message.ts';
import { report } from '../../../service/handlers/report.ts';
import { newId } from '../../../service/lib/ids.ts';
import { openFolder } from '../harness/database.ts';
import { provideRealService } from '../model/provideRealService.ts';
import type { RealService } from '../model/realService.ts';

/** Each pair of numbers reaches one phone. */
const pairs = [
  ['+5511987654300', '+551187654300'],
  ['+5491123456789', '+541123456789'],
  ['+5215512345678', '+525512345678'],
] as const;

const bothWays = pairs.flatMap(([one, other]) => [
  [one, other],
  [other, one],
]);

describe.each(bothWays)('a person with the numbers %s and %s', (one, other) => {
  let service: RealService;
  provideRealService(openFolder, (provided) => {
    service = provided;
  });

  const addContact = async (phone: string, more: { readonly time_zone?: string } = {}) => {
    const [id, at] = [newId('con'), new Date(service.now())];
    await service.context.db
      .insertInto('contact')
      .values({
        ...{ id, account_id: service.accountId, phone, status: 'subscribed', attributes: '{}' },
        ...{ created_at: at, updated_at: at, ...more },
      })
      .execute();
    return id;
  };
  const addList = async (name: string, contact_id: string) => {
    const [id, at] = [newId('lst'), new Date(service.now())];
    const { db } = service.context;
    await db
      .insertInto('list')
      .values({ id, account_id: service.accountId, name, created_at: at, updated_at: at })
      .execute();
    await db.insertInto('list_contact').values({ list_id: id, contact_id }).execute();
    return id;
  };

  it('gets no broadcast that excludes a list with the other number', async () => {
    const customers = await addList('Customers', await addContact(one));
    const blocked = await addList('Blocked', await addContact(other));
    const preview = async (exclude_list_ids: string[]) => {
      const audience = { list_ids: [customers], exclude_list_ids };
      const plain = { text: 'Hi', purpose: 'marketing', smart_encoding: false } as const;
      const { recipients } = await service
        .request((call) => Promise.resolve(call))
        .then((call) => previewBroadcast(call, { audience, ...plain }));
      return recipients;
    };
    expect(await preview([blocked])).toBe(0);
    const elsewhere = await addList('Elsewhere', await addContact(service.toPhone(0)));
    expect(await preview([elsewhere])).toBe(1);
  });

  it('gets waiting marketing at the new local time of the contact with the other number', async () => {
    await addContact(one, { time_zone: 'Asia/Tokyo' });
    const [sent] = await service.request((call) =>
      message.send.batch(call, [{ to: other, text: 'Sale', purpose: 'marketing' }]),
    );
    const { db } = service.context;
    const row = await db
      .selectFrom('message')
      .selectAll()
      .where('id', '=', (sent as { readonly id: string }).id)
      .executeTakeFirstOrThrow();
    const zone = () =>
      db.transaction().execute(async (trx) => {
        const { findContactZone } = await lookUpMarketing(service.context, trx, [row]);
        return findContactZone(row);
      });
    expect(await zone()).toBe('Asia/Tokyo');
    await addContact(other, { time_zone: 'Europe/Berlin' });
    expect(await zone()).toBe('Europe/Berlin');
  });

  it('can be exported by the other number of the contact', async () => {
    const id = await addContact(one);
    const { contact } = await service.request((call) =>
      exportPerson(call, { id: other, limit: 20 }),
    );
    expect(contact).toMatchObject({ id, phone: one });
  });
});

describe('a number of an account that has two spellings', () => {
  let service: RealService;
  provideRealService(openFolder, (provided) => {
    service = provided;
  });

  it('has the same messages in a report under either spelling', async () => {
    const [own, other] = pairs[0];
    const at = new Date(service.now());
    await service.context.db
      .insertInto('message')
      .values({
        id: newId('msg'),
        account_id: service.accountId,
        direction: 'outbound',
        status: 'delivered',
        recipient: service.toPhone(0),
        sender: own,
        text: 'Hi',
        encoding: 'gsm7',
        segments: 1,
        purpose: 'notification',
        metadata: '{}',
        sequence: 0,
        created_at: at,
        due_at: at,
      })
      .execute();
    for (const from of [own, other]) {
      const end = new Date(at.getTime() + 60_000).toISOString();
      const { totals } = await service.request((call) => report.get(call, { from, end }));
      expect(totals).toMatchObject({ messages: 1, delivered: 1 });
    }
  });
});
