import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import {
  headers as names,
  isAudited,
  operations,
  type AuditEntry,
  type contract,
  type Input,
} from '@textloom/shared/contract';
import { sql } from 'kysely';
import { deleteOldEntries } from '../../../service/audit/deleteOldEntries.ts';
import { recordAudit } from '../../../service/audit/recordAudit.ts';
import type { OpenDatabase } from '../harness/database.ts';
import { authorization, handset, type Account, type Harness } from '../harness/harness.ts';
import { openTestStore } from '../harness/openTestStore.ts';

const day = 86_400_000;

/** Tests what the audit log records, and that nobody changes it. */
export function describeAudit(harness: () => Harness, open: OpenDatabase): void {
  describe('the audit log', () => {
    let account: Account;
    beforeAll(() => {
      account = harness().account();
    });
    afterEach(() => harness().setAhead(0));
    const entries = async (
      filter: Input<typeof contract.audit.list> = {},
      of = account,
    ): Promise<AuditEntry[]> => (await of.client.audit.list({ limit: 100, ...filter })).data;
    const call = (key: string, method: string, path: string, body?: unknown) =>
      account.json(method, path, body, authorization(key));

    it('says who made a change, and when, where and how', async () => {
      const [own] = (await account.client.key.list({})).data.filter(({ current }) => current);
      const response = await account.json('POST', '/lists', { name: 'Private name' });
      const { id } = response.body as { id: string };
      const [entry] = await entries({ resource_id: id });
      expect(entry).toEqual({
        id: expect.stringMatching(/^aud_/),
        operation: 'list.create',
        outcome: 'succeeded',
        actor: 'key',
        key_id: own!.id,
        key_name: own!.name,
        key_scope: 'admin',
        resource_id: id,
        fields: ['name'],
        request_id: response.headers[names.requestId.toLowerCase()],
        ip_address: '127.0.0.1',
        created_at: expect.any(String),
      });
      expect(JSON.stringify(await entries())).not.toContain('Private name');
    });

    it('has one entry for a request that is repeated, and none for one that is refused', async () => {
      const wanted = { name: 'Twice', scope: 'read' };
      const key = { [names.idempotencyKey]: 'audited-once' };
      await account.json('POST', '/keys', wanted, key);
      await account.json('POST', '/keys', wanted, key);
      await account.json('POST', '/keys', { ...wanted, expires_at: '2001-01-01T00:00:00Z' });
      await account.json('DELETE', '/webhooks/whk_unknown');
      expect(await entries({ operation: 'key.create' })).toHaveLength(1);
      expect(await entries({ operation: 'webhook.delete' })).toEqual([]);
    });

    it('leaves out the messages, which have a separate list', async () => {
      await account.client.message.send({ to: handset(0, 404), text: 'Hi' });
      expect(await entries({ operation: 'message.send' })).toEqual([]);
    });

    it('leaves out webhooks that wait for what becomes of one message', async () => {
      const { id: message } = await account.client.message.send({
        to: handset(0, 405),
        text: 'Hi',
      });
      const filter = { message_id: [message] };
      const { webhook } = account.client;
      const url = harness().receiver.hook().url;
      const expires_at = new Date(Date.now() + day).toISOString();
      const { id } = await webhook.create({ url, events: ['*'], filter });
      await webhook.create({ url, events: ['*'], filter });
      await webhook.update({ id, expires_at });
      expect(await entries({ resource_id: id })).toEqual([]);
      await webhook.update({ id, filter: null });
      await webhook.update({ id, filter });
      await webhook.create({ url, events: ['*'] });
      await webhook.create({ url, events: ['*'], filter });
      expect(await entries({ resource_id: id })).toHaveLength(4);
      await webhook.delete({ id });
      expect(await entries({ operation: 'webhook.delete' })).toEqual([]);
    });

    it('shows an import with its beginning and its end', async () => {
      await account.client.contact.import({ csv: 'phone\n+12025550171\n' });
      const outcomes = (await entries({ operation: 'contact.import' })).map(
        ({ outcome }) => outcome,
      );
      expect(outcomes).toEqual(['succeeded', 'started']);
    });

    it('leaves out an import that is refused before it stores anything', async () => {
      await account.json('POST', '/contacts/import', {
        csv: 'phone\n+12025550172\n',
        list_id: 'lst_unknown',
      });
      const outcomes = (await entries({ operation: 'contact.import' })).map(
        ({ outcome }) => outcome,
      );
      expect(outcomes).not.toContain('failed');
    });

    it('names a person by an ID, never by the number', async () => {
      const phone = '+12025550173';
      const { id } = await account.client.contact.upsert({ phone });
      const path = `/contacts/${encodeURIComponent(phone)}`;
      await account.json('GET', `${path}/export`);
      await account.json('DELETE', path);
      await account.json('DELETE', `${path}?erase=true`);
      const [erasure] = (await account.client.erasure.list({})).data;
      const [erased, deleted] = await entries({ operation: 'contact.delete' });
      expect(deleted).toMatchObject({ resource_id: id, fields: [] });
      expect(erased).toMatchObject({ resource_id: erasure!.id, fields: ['erase'] });
      expect(await entries({ operation: 'contact.export' })).toMatchObject([{ resource_id: id }]);
      expect(JSON.stringify(await entries())).not.toContain('2025550173');
    });

    it('records what a key may not do, for every operation that it records', async () => {
      const expected = operations
        .filter(({ operation }) => isAudited(operation) && operation.scope !== 'read')
        .map(({ resource, name }) => `${resource}.${name}`);
      for (const { operation } of operations)
        if (operation.scope !== 'read')
          for (let time = 0; time < 2; time++)
            await call(
              account.keys.read,
              operation.method,
              operation.path.replace(/\{\w+\}/g, '+12025550174'),
              operation.method === 'GET' ? undefined : {},
            );
      const denied = await entries({ outcome: 'denied' });
      expect(denied.map(({ operation }) => operation).sort()).toEqual([...expected].sort());
      expect(denied.every(({ key_scope }) => key_scope === 'read')).toBe(true);
      expect(JSON.stringify(denied)).not.toContain('2025550174');
    });

    it('records the use of a revoked key with what it wanted', async () => {
      const { id, key } = await account.client.key.create({ name: 'Leaked', scope: 'send' });
      await account.client.key.revoke({ id });
      const { body } = await call(key, 'GET', '/contacts');
      const unknown = await call('tl_send_unknown', 'GET', '/contacts');
      expect(body).toMatchObject({ detail: (unknown.body as { detail: string }).detail });
      expect(await entries({ key_id: id })).toMatchObject([
        { operation: 'contact.list', outcome: 'denied', key_name: 'Leaked', resource_id: null },
      ]);
    });

    it('finds entries by time, and page by page', async () => {
      const all = await entries();
      const first = await account.client.audit.list({ limit: 2 });
      const second = await account.client.audit.list({ limit: 2, cursor: first.next_cursor! });
      expect([...first.data, ...second.data]).toEqual(all.slice(0, 4));
      const middle = all[2]!.created_at;
      const since = await entries({ created_after: middle });
      const before = await entries({ created_before: middle });
      expect([...since, ...before]).toEqual(all);
      expect(since.every(({ created_at }) => created_at >= middle)).toBe(true);
      expect(since.length).toBeGreaterThan(2);
      expect(before.length).toBeGreaterThan(0);
    });

    it('is invisible to other accounts and to keys without the scope admin', async () => {
      const other = harness().account();
      const [entry] = await entries();
      expect(await entries({}, other)).toEqual([]);
      expect(await entries({ key_id: entry!.key_id! }, other)).toEqual([]);
      expect((await call(account.keys.send, 'GET', '/audit_log')).status).toBe(403);
    });

    it('cannot be changed, and loses only entries that are too old', async () => {
      const { db, accounts, close } = await openTestStore({ open, accounts: 1 });
      const accountId = accounts[0]!.id;
      const now = new Date();
      for (const age of [0, 399, 401, 402, 403])
        await recordAudit(db, {
          accountId,
          operation: 'list.create',
          by: 'command_line',
          ipAddress: '+12025550175',
          now: new Date(now.getTime() - age * day),
        });
      await expect(db.deleteFrom('audit_log').execute()).rejects.toThrow(/Nothing changes/);
      await expect(sql`truncate audit_log`.execute(db)).rejects.toThrow(/Nothing changes/);
      await expect(
        db.updateTable('audit_log').set({ outcome: 'failed' }).execute(),
      ).rejects.toThrow(/Nothing changes/);
      await deleteOldEntries({ db, clock: () => now, batch: () => 2, auditRetentionDays: 400 });
      const left = await db.selectFrom('audit_log').selectAll().execute();
      await close();
      const kept = left.filter(({ operation }) => operation === 'list.create');
      expect(kept.map(({ created_at }) => now.getTime() - created_at.getTime()).sort()).toEqual([
        0,
        399 * day,
      ]);
      expect(kept.map(({ ip_address }) => ip_address)).toEqual([null, null]);
    });
  });
}
