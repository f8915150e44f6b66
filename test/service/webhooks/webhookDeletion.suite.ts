import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sql } from 'kysely';
import { eraseEvents } from '../../../service/erasures/eraseMessages.ts';
import { event } from '../../../service/handlers/event.ts';
import { webhook } from '../../../service/handlers/webhook.ts';
import { newId } from '../../../service/lib/ids.ts';
import type { OpenDatabase } from '../harness/database.ts';
import { openRealServices, type RealService, type RealServices } from '../model/realService.ts';

/** Tests what becomes of the rows of a webhook that is deleted or that expires. */
export function describeWebhookDeletion(name: string, open: OpenDatabase): void {
  describe(`a webhook that is deleted on ${name}`, () => {
    let services: RealServices;
    let service: RealService;
    beforeAll(async () => {
      services = await openRealServices(open);
      service = await services.next();
      const { db } = service.context;
      await sql`create table deletion (transaction bigint, rows integer)`.execute(db);
      await sql`
        create function log_deletion() returns trigger language plpgsql as $$
        begin
          insert into deletion select txid_current(), count(*) from gone;
          return null;
        end $$`.execute(db);
      for (const table of ['delivery', 'acknowledged_event', 'event_claim'])
        await sql`
          create trigger log_deletion after delete on ${sql.table(table)}
          referencing old table as gone
          for each statement execute function log_deletion()`.execute(db);
    });
    afterAll(() => services.close());

    /** Adds a webhook with a delivery, an acknowledgment and a claim of each of its events. */
    const add = async (count: number, expires_at: Date | null = null) => {
      const [id, eventId] = [newId('whk'), newId('evt')];
      const now = service.context.clock();
      await service.request(async ({ account, trx }) => {
        await sql`
          insert into webhook (
            id, account_id, url, events, secret, status, expires_at, created_at, updated_at)
          values (
            ${id}, ${account.id}, ${`https://example.com/${id}`}, '["contact.*"]', 'whsec_',
            'enabled', ${expires_at}, ${now}, ${now})`.execute(trx);
        const numbers = sql`generate_series(1, ${count}::integer) as number`;
        await sql`
          insert into event (id, account_id, type, body, created_at)
          select ${eventId} || number, ${account.id}, 'contact.created', '{}', ${now}
          from ${numbers}`.execute(trx);
        await sql`
          insert into delivery (
            id, webhook_id, event_id, event_type, attempt, duration_ms, started_at)
          select ${newId('dlv')} || number, ${id}, ${eventId} || number, 'contact.created', 1, 1,
            ${now} from ${numbers}`.execute(trx);
        await sql`
          insert into acknowledged_event
          select ${id}, ${eventId} || number from ${numbers}`.execute(trx);
        await sql`
          insert into event_claim
          select ${id}, ${eventId} || number, 'claimant', ${now} from ${numbers}`.execute(trx);
      });
      return { id, eventId: `${eventId}1` };
    };
    const remove = (id: string) => service.request((call) => webhook.delete(call, { id }));
    const readRows = async ({ id }: { readonly id: string }) => {
      const { rows } = await sql<{ count: number }>`
        select (select count(*) from delivery where webhook_id = ${id})
          + (select count(*) from acknowledged_event where webhook_id = ${id})
          + (select count(*) from event_claim where webhook_id = ${id}) as count`.execute(
        service.context.db,
      );
      return rows[0]!.count;
    };
    const sweepAll = async (one: { readonly id: string }) => {
      for (let sweeps = 0; sweeps < 30 && (await readRows(one)) > 0; sweeps++)
        await service.sweep();
    };
    const largestDeletion = async () => {
      const { rows } = await sql<{ rows: number }>`
        select sum(rows)::integer as rows from deletion
        group by transaction order by 1 desc limit 1`.execute(service.context.db);
      return rows[0]?.rows ?? 0;
    };
    const readDeliveries = async (id: string) =>
      (await service.request((call) => event.deliveries(call, { id, limit: 20 }))).data;

    it('loses none of its rows in the request, and all of them in batches of the sweep', async () => {
      const [large, small, kept] = [await add(5_000), await add(2), await add(2)];
      expect(await readDeliveries(large.eventId)).toHaveLength(1);
      await remove(large.id);
      await remove(small.id);
      expect(await largestDeletion()).toBe(0);
      expect(await readRows(large)).toBe(15_000);
      await expect(
        service.request((call) => webhook.deliveries(call, { id: large.id, limit: 20 })),
      ).rejects.toMatchObject({ code: 'not_found' });
      expect(await readDeliveries(large.eventId)).toEqual([]);
      await sweepAll(large);
      await sweepAll(small);
      expect(await Promise.all([large, small, kept].map(readRows))).toEqual([0, 0, 6]);
      const largest = await largestDeletion();
      expect(largest).toBeGreaterThan(2);
      expect(largest).toBeLessThanOrEqual(service.context.batch());
      await service.sweep();
      const { rows } = await sql`select id from deleted_webhook`.execute(service.context.db);
      expect(rows).toEqual([]);
    });

    it('loses its rows in batches of the sweep, too, if it expires', async () => {
      const expired = await add(1_000, service.context.clock());
      await sweepAll(expired);
      expect(await readRows(expired)).toBe(0);
      expect(await largestDeletion()).toBeLessThanOrEqual(service.context.batch());
    });

    it('leaves nothing that an erasure does not find', async () => {
      const one = await add(1);
      await remove(one.id);
      await service.request(({ trx }) => eraseEvents(trx, [one.eventId]));
      expect(await readRows(one)).toBe(0);
    });
  });
}
