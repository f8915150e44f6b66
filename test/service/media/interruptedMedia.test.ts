import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { sql } from 'kysely';
import { readConfig, type Config } from '../../../service/config/config.ts';
import { receive } from '../../../service/messages/receive.ts';
import { bootstrap } from '../../../service/runtime/bootstrap.ts';
import { openContext } from '../../../service/runtime/openContext.ts';
import { startService } from '../../../service/runtime/start.ts';
import { twilioDialect } from '../carriers/providers/twilioDialect.ts';
import { openFolder, type TestDatabase } from '../harness/database.ts';
import { createTestClient } from '../harness/harness.ts';
import { openMediaServer, type MediaServer } from './mediaServer.ts';
import { until } from '../harness/until.ts';

const apiKey = 'tl_interrupted_media_key';
const number = '+12025550100';

let database: TestDatabase;
let server: MediaServer;
let config: Config;
beforeAll(async () => {
  [database, server] = await Promise.all([openFolder(), openMediaServer()]);
  const twilio = { type: 'twilio', name: 'acme', ...twilioDialect.settings('http://127.0.0.1:1') };
  config = readConfig({
    ...database.environment,
    API_KEY: apiKey,
    PORT: '0',
    LOG_LEVEL: 'silent',
    PUBLIC_URL: 'https://sms.example.com',
    CARRIERS: JSON.stringify([twilio, { type: 'handset' }]),
  });
});
afterAll(async () => {
  await server.close();
  await database.remove();
});

/** Receives a picture in a process that dies before it fetches the picture, or while it does. */
async function receiveAndDie(path: string, jobState: 'created' | 'active'): Promise<void> {
  const { context, store } = await openContext(config, {
    clock: () => new Date(),
    onError: (error) => {
      throw error;
    },
  });
  const { numbers } = context.carriers;
  await bootstrap(store.db, { apiKey, numbers, now: new Date() });
  const media = [{ url: server.url + path, contentType: 'image/jpeg' }];
  const receivedAt = new Date();
  const text = { ref: path, from: '+12025550123', to: number, text: path, media, receivedAt };
  await receive(context, 'acme', text);
  await sql`update pgboss.job set state = ${jobState}::pgboss.job_state where name = 'media'`.execute(
    store.db,
  );
  await store.boss.stop({ graceful: false });
  await store.close();
}

it.each([
  ['before', 'created'],
  ['while', 'active'],
] as const)('fetches media after a process died %s it fetched them', async (when, jobState) => {
  const path = `/picture?${when}`;
  await receiveAndDie(path, jobState);
  expect(server.requestsOf(path)).toEqual([]);
  const service = await startService(config);
  try {
    const { data } = await createTestClient(service.url, apiKey, []).message.list({
      direction: 'inbound',
    });
    const { media } = data.find(({ text }) => text === path)!;
    const link = media[0]!.url.replace(config.publicUrl, service.url);
    await until('the picture is there', async () => (await fetch(link)).status === 200);
    expect(server.requestsOf(path)).toHaveLength(1);
  } finally {
    await service.stop();
  }
});
