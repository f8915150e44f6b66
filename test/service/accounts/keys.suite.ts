import { beforeAll, describe, expect, it } from '@jest/globals';
import { headers as names, type ApiKey, type Scope } from '@textloom/shared/contract';
import { authorization, handset, type Account, type Harness } from '../harness/harness.ts';
import { until } from '../harness/until.ts';

type Made = ApiKey & { readonly key: string };

/** Tests the API keys of an account, and how admin keys create and revoke them. */
export function describeKeys(harness: () => Harness): void {
  describe('an API key', () => {
    let account: Account;
    beforeAll(() => {
      account = harness().account();
    });
    const make = (name: string, scope: Scope, by = account) =>
      by.client.key.create({ name, scope });
    const readStatus = async (key: string, method = 'GET', path = '/account', body?: unknown) =>
      (await account.json(method, path, body, authorization(key))).status;
    const listed = async () => (await account.client.key.list({ limit: 100 })).data;
    const withKey = (key: string) => ({ [names.idempotencyKey.toLowerCase()]: key });

    it('is shown once, and works within its scope', async () => {
      const made = await make('  Orders ', 'send');
      expect(made).toMatchObject({
        name: 'Orders',
        scope: 'send',
        current: false,
        last4: made.key.slice(-4),
        last_used_at: null,
      });
      expect(made.key).toMatch(/^tl_send_[\w-]{32}$/);
      const { key, ...rest } = made;
      expect((await listed())[0]).toEqual(rest);
      expect(await readStatus(key, 'POST', '/messages', { to: handset(0, 303), text: 'Hi' })).toBe(
        202,
      );
      expect(await readStatus(key, 'GET', '/keys')).toBe(403);
      expect(await readStatus(key, 'POST', '/keys', { name: 'More', scope: 'read' })).toBe(403);
    });

    it('shows when it was last used, and whether it made the request', async () => {
      const before = Date.now();
      const { id, key } = await make('Reader', 'admin');
      await account.json('GET', '/account', undefined, authorization(key));
      const { body } = await account.json('GET', '/keys', undefined, authorization(key));
      const { data } = body as { data: ApiKey[] };
      expect(data.filter(({ current }) => current).map((one) => one.id)).toEqual([id]);
      expect(Date.parse(data[0]!.last_used_at!)).toBeGreaterThanOrEqual(before - 1);
    });

    it('that is revoked is rejected and no longer listed', async () => {
      const { id, key } = await make('Short', 'read');
      expect(await readStatus(key)).toBe(200);
      await account.client.key.revoke({ id });
      await until('the key is refused', async () => (await readStatus(key)) === 401);
      expect((await listed()).map((one) => one.id)).not.toContain(id);
      await expect(account.client.key.revoke({ id })).rejects.toMatchObject({ code: 'not_found' });
    });

    it('cannot revoke itself, and one of two keys that revoke each other remains', async () => {
      const [own] = (await listed()).filter(({ current }) => current);
      await expect(account.client.key.revoke({ id: own!.id })).rejects.toMatchObject({
        code: 'cannot_revoke_current_key',
      });
      const pair = [await make('One', 'admin'), await make('Other', 'admin')] as const;
      for (const { key } of pair) expect(await readStatus(key)).toBe(200);
      const statuses = await Promise.all(
        pair.map(({ key }, at) => readStatus(key, 'DELETE', `/keys/${pair[1 - at]!.id}`)),
      );
      expect(statuses.sort()).toEqual([204, 401]);
      const left = (await listed()).map(({ id }) => id);
      expect(pair.filter(({ id }) => left.includes(id))).toHaveLength(1);
    });

    it('that is revoked creates no other key', async () => {
      const { id, key } = await make('Leaked', 'admin');
      expect(await readStatus(key)).toBe(200);
      await account.client.key.revoke({ id });
      const wanted = { name: 'Back door', scope: 'admin' };
      expect(await readStatus(key, 'POST', '/keys', wanted)).toBe(401);
      expect((await listed()).map(({ name }) => name)).not.toContain('Back door');
    });

    it('is created once by a repeated request, which shows it again', async () => {
      const wanted = { name: 'Once', scope: 'read' };
      const first = await account.json('POST', '/keys', wanted, withKey('once'));
      const again = await account.json('POST', '/keys', wanted, withKey('once'));
      expect(first.status).toBe(201);
      expect(again).toMatchObject({ status: 201, body: first.body });
      expect(again.headers[names.idempotentReplayed.toLowerCase()]).toBe('true');
      expect((await listed()).filter(({ name }) => name === 'Once')).toHaveLength(1);
    });

    it('is not shown to another key that repeats the request', async () => {
      const wanted = { name: 'Mine', scope: 'read' };
      await account.json('POST', '/keys', wanted, withKey('mine'));
      const { key } = await make('Another', 'admin');
      const { status, body } = await account.json('POST', '/keys', wanted, {
        ...withKey('mine'),
        ...authorization(key),
      });
      expect([status, body]).toMatchObject([422, { code: 'idempotency_key_reused' }]);
    });

    it('is not in the database, and the secret of a webhook only in its row', async () => {
      const { id, json } = harness().account();
      const key = await json('POST', '/keys', { name: 'Own', scope: 'send' }, withKey('nowhere'));
      const { url } = harness().receiver.hook();
      const hook = await json('POST', '/webhooks', { url, events: ['*'] }, withKey('nowhere'));
      const readRows = async (table: 'api_key' | 'idempotency' | 'event') => {
        const ofAccount = `select * from ${table} where account_id = '${id}'`;
        return JSON.stringify((await harness().query(ofAccount)).rows);
      };
      const [keys, kept, events] = [
        await readRows('api_key'),
        await readRows('idempotency'),
        await readRows('event'),
      ];
      expect(keys).toContain('Own');
      expect(kept).toContain('nowhere');
      expect(keys + kept + events).not.toContain((key.body as Made).key);
      expect(kept).not.toContain((hook.body as { secret: string }).secret);
    });

    it('of one account is invisible to other accounts', async () => {
      const other = harness().account();
      const { id } = await make('Ours', 'read');
      await expect(other.client.key.revoke({ id })).rejects.toMatchObject({ code: 'not_found' });
      expect((await other.client.key.list({})).data.map((one) => one.id)).not.toContain(id);
    });
  });
}
