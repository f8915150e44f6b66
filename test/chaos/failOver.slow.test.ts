import { expect, it } from '@jest/globals';
import { until } from '../service/harness/until.ts';
import { openCluster, openStandby, type Cluster } from './cluster.ts';
import { openHaproxy } from './haproxy.ts';
import { openStage } from './stage.ts';

/*
 * The primary responds to a commit after its standby has applied it, and HAProxy is in front of
 * both. When the primary is gone, the standby replaces it with all data that was ever committed.
 */

const count = 2_000;

it.each<[string, (primary: Cluster) => Promise<void>]>([
  ['dies', (primary) => primary.kill()],
  ['hangs with its connections open', (primary) => primary.freeze()],
])('two processes lose and duplicate nothing when the primary %s', async (_, end) => {
  const primary = await openCluster({ settings: ['synchronous_commit=remote_apply'] });
  const standby = await openStandby(primary, 'standby', {
    settings: ['synchronous_commit=remote_apply'],
  });
  // This setting must come after the standby exists, and must not be in the data that it copies.
  await primary.query('postgres', "alter system set synchronous_standby_names = 'standby'");
  await primary.query('postgres', 'select pg_reload_conf()');
  const haproxy = await openHaproxy([primary.port, standby.port]);
  const database = await primary.createDatabase(haproxy.port);
  let current = primary;
  const stage = await openStage({
    database: { ...database, query: (statement) => current.query(database.name, statement) },
    carrier: 'smpp',
    processes: 2,
    smpp: { window: 50 },
  });
  try {
    const sending = stage.send(count, { clients: 10, batch: 10, pauseMs: 50 });
    await until(
      'a third of the messages are accepted',
      async () => (await stage.books()).accepted > count / 3,
      120,
    );
    await end(primary);
    current = standby;
    await standby.promote();
    const seconds = await stage.secondsToRecover();
    await sending;
    const done = await stage.settle(`failed over, ${seconds.toFixed(1)} s after the promotion`);
    expect(seconds).toBeLessThan(30);
    expect(stage.services.flatMap(({ exits }) => exits)).toEqual([]);
    expect(done).toMatchObject({ lost: [], duplicated: [], unsure: 0 });
  } finally {
    await stage.close();
    await haproxy.close();
    await primary.remove();
    await standby.remove();
  }
});
