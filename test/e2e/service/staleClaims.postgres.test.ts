import { expect, it } from '@jest/globals';
import { sql } from 'kysely';
import { createCarriers } from '../../../service/carriers/carriers.ts';
import {
  keepUnusedClaim,
  releaseUnusedClaims,
  startLease,
} from '../../../service/dispatch/claims.ts';
import { correctFutureTimes } from '../../../service/dispatch/correctFutureTimes.ts';
import { recoverStaleClaims } from '../../../service/dispatch/recoverStaleClaims.ts';
import { lockMessages } from '../../../service/messages/advance.ts';
import { countBlocked } from '../../service/harness/countBlocked.ts';
import { openPostgres } from '../../service/harness/database.ts';
import { until } from '../../service/harness/until.ts';
import { provideRealService } from '../../service/model/provideRealService.ts';
import type { RealService } from '../../service/model/realService.ts';
import { goodWay } from '../../service/model/steps.ts';

let service: RealService;
provideRealService(openPostgres, (provided) => {
  service = provided;
});

it('two processes recover the messages of a third one without waiting for each other', async () => {
  const { db } = service.context;
  await service.send({ to: 0, parts: 1, ttl: 86_400, inSeconds: 0 });
  await service.process('dispatch', { ...goodWay, reaches: false, submit: 'process gone' });
  await service.wait(30);
  const recover = async () => (await service.process('recover', goodWay)).questions.length;
  let questions: number | undefined;
  await db.transaction().execute(async (trx) => {
    await sql`select from message where submitting_at is not null for update`.execute(trx);
    const other = recover().then((count) => (questions = count));
    await until(
      'the other process is done or waits',
      async () => questions ?? (await countBlocked(db)) > 0,
    );
    expect(questions).toBe(0);
    await other;
  });
  await recover();
  expect(service.carrierSide.reached).toHaveLength(1);
});

/** Works while another transaction locks messages in the order of their IDs. */
async function workWhileLocked(
  ids: readonly string[],
  work: () => Promise<unknown>,
): Promise<void> {
  const { db } = service.context;
  const { done } = await db.transaction().execute(async (trx) => {
    await lockMessages(trx, ids.slice(0, 1));
    const done = work();
    await until('the work waits', async () => (await countBlocked(db)) > 0);
    await lockMessages(trx, ids);
    return { done };
  });
  await done;
}

it('renews claims while another transaction locks their messages', async () => {
  const { context } = service;
  const { db } = context;
  const claim = 'own';
  for (const to of [0, 1]) await service.send({ to, parts: 1, ttl: 86_400, inSeconds: 0 });
  const ids = [...(await service.observe()).messages.keys()];
  // The database and the carrier have the messages in the reverse order of their IDs.
  const reversed = ids.toReversed();
  for (const id of reversed)
    await sql`
      update message set claim = ${claim}, submitting_at = now() - interval '6 seconds'
      where id = ${id}`.execute(db);
  const pending = reversed.map((messageId) => ({ messageId, claim, lease: startLease() }));
  const carrier = { ...context.carriers.all[0]!, pending: () => pending };
  const carriers = createCarriers([{ carrier }]);
  await workWhileLocked(ids, () => recoverStaleClaims({ ...context, carriers }));
  const { rows } = await sql`
    select from message where claim = ${claim} and submitting_at > now() - interval '5 seconds'`.execute(
    db,
  );
  expect(rows).toHaveLength(2);
  await service.clear();
});

it.each([
  {
    what: 'releases unused claims',
    before: sql`submitting_at = now(), attempts = 1, claim = 'unused'`,
    after: sql`claim is null`,
    work: releaseUnusedClaims,
  },
  {
    what: 'corrects the future times of claims',
    before: sql`submitting_at = now() + interval '1 hour'`,
    after: sql`submitting_at < now() + interval '1 minute'`,
    work: correctFutureTimes,
  },
  {
    what: 'corrects the future times of messages that wait for a carrier',
    before: sql`not_before = now() + interval '1 hour'`,
    after: sql`not_before < now() + interval '1 minute'`,
    work: correctFutureTimes,
  },
])('$what while another transaction locks their messages', async ({ before, after, work }) => {
  const { context } = service;
  const { db } = context;
  keepUnusedClaim(context, 'unused');
  for (const to of [0, 1]) await service.send({ to, parts: 1, ttl: 86_400, inSeconds: 0 });
  const ids = [...(await service.observe()).messages.keys()];
  // The database has the messages in the reverse order of their IDs.
  for (const id of ids.toReversed())
    await sql`update message set ${before} where id = ${id}`.execute(db);
  await workWhileLocked(ids, () => work(context));
  const { rows } = await sql`
    select from message where id = any(${ids}::text[]) and ${after}`.execute(db);
  expect(rows).toHaveLength(2);
  await service.clear();
});
