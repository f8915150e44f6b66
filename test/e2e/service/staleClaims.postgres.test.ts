import { expect, it } from '@jest/globals';
import { sql } from 'kysely';
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
  const isWaiting = async () => {
    const { rows } = await sql`
      select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
    return rows.length > 0;
  };
  const recover = async () => (await service.process('recover', goodWay)).questions.length;
  let questions: number | undefined;
  await db.transaction().execute(async (trx) => {
    await sql`select from message where submitting_at is not null for update`.execute(trx);
    const other = recover().then((count) => (questions = count));
    await until('the other process is done or waits', async () => questions ?? (await isWaiting()));
    expect(questions).toBe(0);
    await other;
  });
  await recover();
  expect(service.carrierSide.reached).toHaveLength(1);
});
