import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openFolder } from '../harness/database.ts';
import { openRealServices, type RealService, type RealServices } from '../model/realService.ts';
import { newId } from '../../../service/lib/ids.ts';
import { checkVerification } from '../../../service/verifications/checkVerification.ts';
import { endVerifications } from '../../../service/verifications/endVerifications.ts';
import { guardRules } from '../../../service/verifications/prefixRules.ts';

const hour = 3_600;
const day = 24 * hour;

let services: RealServices;
let service: RealService;
beforeAll(async () => {
  services = await openRealServices(openFolder);
  service = await services.next();
});
afterAll(() => services.close());

const accountId = async () =>
  (await service.context.db.selectFrom('account').select('id').executeTakeFirstOrThrow()).id;

let people = 1000;
async function addVerification(seconds: number, code = '123456'): Promise<string> {
  const { db, clock, secrets } = service.context;
  const id = newId('ver');
  const at = clock();
  await db
    .insertInto('verification')
    .values({
      id,
      account_id: await accountId(),
      phone: `+1202555${people++}`,
      status: 'pending',
      code_hash: secrets.hash(id, code),
      attempts_left: 5,
      is_known: false,
      message_id: newId('msg'),
      next_code_at: at,
      expires_at: new Date(at.getTime() + seconds * 1000),
      created_at: at,
    })
    .execute();
  return id;
}

const endings = async (id: string) => {
  const rows = await service.context.db
    .selectFrom('event')
    .select('body')
    .where('type', '=', 'verification.failed')
    .execute();
  return rows.filter(({ body }) => body.includes(id)).length;
};

it('a verification ends once, even if several processes end it', async () => {
  const id = await addVerification(600);
  const end = () =>
    service.context.db
      .transaction()
      .execute((trx) => endVerifications(service.context, trx, [id], 'expired'));
  const ended = await Promise.all([end(), end(), end()]);
  expect(ended.flat()).toMatchObject([{ id, status: 'expired', code_hash: null }]);
  expect(await endings(id)).toBe(1);
});

it('the sweep ends a verification when its time is over, and no earlier', async () => {
  const id = await addVerification(600);
  await service.wait(599);
  await service.sweep();
  expect(await endings(id)).toBe(0);
  await service.wait(2);
  await Promise.all([service.sweep(), service.sweep()]);
  await service.sweep();
  expect(await endings(id)).toBe(1);
});

it('the sweep deletes counters after a day, open prefixes after a week, and blocked ones after a month', async () => {
  const { db, clock } = service.context;
  const account_id = await accountId();
  const at = clock();
  await db
    .insertInto('verification_hour')
    .values({ account_id, prefix: '', hour: at, started: 1, approved: 0, refused: 0 })
    .execute();
  const prefix = { account_id, digits: 3, debt: 1, history: 0, probes: 0, strikes: 1 };
  for (const [name, status] of [
    ['+1202', 'open'],
    ['+1203', 'blocked'],
  ] as const)
    await db
      .insertInto('verification_prefix')
      .values({ ...prefix, prefix: name, status, until: at, updated_at: at })
      .execute();
  const left = async () => {
    await service.sweep();
    return {
      hours: (await db.selectFrom('verification_hour').select('prefix').execute()).length,
      prefixes: (await db.selectFrom('verification_prefix').select('prefix').execute()).length,
    };
  };
  await service.wait(24 * hour);
  expect(await left()).toEqual({ hours: 1, prefixes: 2 });
  await service.wait(2 * hour);
  expect(await left()).toEqual({ hours: 0, prefixes: 2 });
  await service.wait(7 * day);
  expect(await left()).toEqual({ hours: 0, prefixes: 1 });
  await service.wait(30 * day);
  expect(await left()).toEqual({ hours: 0, prefixes: 0 });
  expect(guardRules.longestBlock.other).toBeLessThan(30 * day * 1000);
});

describe('a code that begins with zeros', () => {
  const check = async (id: string, code: string) => {
    const { context } = service;
    const account = await context.db
      .selectFrom('account')
      .selectAll()
      .where('id', '=', await accountId())
      .executeTakeFirstOrThrow();
    return context.db.transaction().execute((trx) => {
      const unit = { context, trx, account, now: context.clock(), afterCommit: () => undefined };
      return checkVerification(unit, { id, code });
    });
  };

  it.each([
    ['0012', '12'],
    ['0000', '0'],
    ['012345', '12345'],
    ['01234567', '1234567'],
    ['00000001', '1'],
  ])('is right without them, as a sheet or an automation stores a number: %s', async (...codes) => {
    const [sent, entered] = codes;
    expect(await check(await addVerification(600, sent), entered)).toMatchObject({ valid: true });
  });

  it.each([
    ['0012', '2'],
    ['0012', '120'],
    ['120000', '12'],
    ['123456', '23456'],
    ['0012', '012 3'],
    ['0000', ' - '],
  ])('is wrong without any other digit: %s', async (sent, entered) => {
    expect(await check(await addVerification(600, sent), entered)).toMatchObject({
      valid: false,
      attempts_left: 4,
    });
  });
});
