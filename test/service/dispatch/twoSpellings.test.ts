import { describe, expect, it } from '@jest/globals';
import { previewBroadcast } from '../../../service/broadcasts/previewBroadcast.ts';
import { lookUpMarketing } from '../../../service/dispatch/lookUpMarketing.ts';
import { exportPerson } from '../../../service/erasures/exportPerson.ts';
import { message } from '../../../service/handlers/message.ts';
import { report } from '../../../service/handlers/report.ts';
import { newId } from '../../../service/lib/ids.ts';
import { receive } from '../../../service/messages/receive.ts';
import { insertMany } from '../../../service/store/insertMany.ts';
import { openFolder } from '../harness/database.ts';
import { provideRealService } from '../model/provideRealService.ts';
import type { RealService } from '../model/realService.ts';
import { messageRow } from '../harness/rows.ts';

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
    const message = messageRow({
      ...{ account_id: service.accountId, sender: own, recipient: service.toPhone(0) },
      ...{ status: 'delivered', created_at: at },
    });
    await service.context.db.insertInto('message').values(message).execute();
    for (const from of [own, other]) {
      const end = new Date(at.getTime() + 60_000).toISOString();
      const { totals } = await service.request((call) => report.get(call, { from, end }));
      expect(totals).toMatchObject({ messages: 1, delivered: 1 });
    }
  });

  it('gets the texts that the carrier reports under the other spelling', async () => {
    const { db } = service.context;
    for (const [at, [own, other]] of bothWays.entries()) {
      await db
        .updateTable('number')
        .set({ number: own! })
        .where('account_id', '=', service.accountId)
        .execute();
      const from = service.toPhone(at);
      const text = { ref: `ref-${at}`, from, to: other!, text: 'STOP' };
      const receivedAt = new Date(service.now());
      const outcome = await receive(service.context, 'scripted', { ...text, receivedAt });
      expect(outcome).toBe('accepted');
      const row = await db
        .selectFrom('message')
        .select(['recipient', 'keyword'])
        .where('carrier_ref', '=', text.ref)
        .executeTakeFirstOrThrow();
      expect(row).toEqual({ recipient: own, keyword: 'stop' });
      const [refused] = await service.request((call) =>
        message.send.batch(call, [{ to: from, text: 'Hi' }]),
      );
      expect(refused).toMatchObject({ code: 'recipient_opted_out' });
    }
  });

  it('sends nothing to itself', async () => {
    const [own, other] = pairs[2];
    await service.context.db
      .updateTable('number')
      .set({ number: own })
      .where('account_id', '=', service.accountId)
      .execute();
    for (const to of [own, other]) {
      const [refused] = await service.request((call) =>
        message.send.batch(call, [{ to, from: own, text: 'Hi' }]),
      );
      expect(refused).toMatchObject({ code: 'recipient_not_allowed' });
    }
  });

  it('gets no texts to the other spelling if another account holds it', async () => {
    const { db } = service.context;
    const [own, other] = pairs[0];
    const first = await db
      .updateTable('number')
      .set({ number: own })
      .where('account_id', '=', service.accountId)
      .returningAll()
      .executeTakeFirstOrThrow();
    const place = { default_country: 'US', time_zone: 'America/New_York' };
    const neighbor = { id: newId('acc'), name: 'Neighbor', created_at: new Date(), ...place };
    await db.insertInto('account').values(neighbor).execute();
    const held = { id: newId('num'), account_id: neighbor.id, number: other, is_default: false };
    await insertMany('number', [{ ...first, ...held }]).execute(db);
    for (const [to, accountId] of [
      [own, service.accountId],
      [other, neighbor.id],
    ] as const) {
      const text = { ref: to, from: service.toPhone(50), to, text: 'Hi' };
      const receivedAt = new Date(service.now());
      await receive(service.context, 'scripted', { ...text, receivedAt });
      const { account_id } = await db
        .selectFrom('message')
        .select('account_id')
        .where('carrier_ref', '=', to)
        .executeTakeFirstOrThrow();
      expect(account_id).toBe(accountId);
    }
  });

  it('gets no late texts to the other spelling that another account has just released', async () => {
    const { db } = service.context;
    const [own, other] = pairs[1];
    await db
      .updateTable('number')
      .set({ number: own })
      .where('account_id', '=', service.accountId)
      .execute();
    const now = new Date(service.now());
    const text = { ref: 'late', from: service.toPhone(50), to: other, text: 'Hi' };
    const bring = () => receive(service.context, 'scripted', { ...text, receivedAt: now });
    const release = { number: other, account_id: newId('acc'), created_at: now };
    await db.insertInto('released_number').values(release).execute();
    expect(await bring()).toBe('unassigned');
    await db
      .updateTable('released_number')
      .set({ account_id: service.accountId })
      .where('number', '=', other)
      .execute();
    expect(await bring()).toBe('accepted');
  });
});
