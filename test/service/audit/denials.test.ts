import { expect, it } from '@jest/globals';
import { createRecordDenial } from '../../../service/audit/denials.ts';
import { openTestStore } from '../harness/openTestStore.ts';

it('records a denial once for an address in 10 minutes, and after a failure again', async () => {
  const store = await openTestStore({ accounts: 1 });
  const accountId = store.accounts[0]!.id;
  const reported: unknown[] = [];
  let elapsed = 0;
  const record = createRecordDenial(
    { db: store.db, clock: () => new Date() },
    (error) => reported.push(error),
    () => elapsed,
  );
  const deny = (client: string, account = accountId) =>
    record({
      accountId: account,
      operation: 'message.send',
      requestId: 'req_denied',
      ipAddress: client,
      client,
      by: { keyId: 'key_old', keyName: 'Old', scope: 'send' },
    });
  const count = async () => (await store.db.selectFrom('audit_log').select('id').execute()).length;
  const before = await count();
  const added = async () => (await count()) - before;

  await deny('192.0.2.1', 'acc_unknown');
  expect([reported.length, await added()]).toEqual([1, 0]);
  for (let time = 0; time < 2; time++) await deny('192.0.2.1');
  expect(await added()).toBe(1);
  await deny('192.0.2.2');
  expect(await added()).toBe(2);
  for (let last = 3; last < 40; last++) await deny(`192.0.2.${last}`);
  expect(await added()).toBe(20);
  elapsed += 600_000;
  await deny('192.0.2.1');
  expect(await added()).toBe(21);
  await store.close();
});
