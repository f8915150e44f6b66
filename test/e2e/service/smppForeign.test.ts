import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { spawn, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { openFolder } from '../../service/harness/database.ts';
import { openHarness, type Harness } from '../../service/harness/harness.ts';
import { until } from '../../service/harness/until.ts';

/**
 * Runs Net::SMPP, from Debian's libnet-smpp-perl, which is another SMPP implementation than the one
 * in the service.
 */
const program = fileURLToPath(new URL('netSmpp.pl', import.meta.url));
let centre: ChildProcess;
let output = '';
let harness: Harness;

beforeAll(async () => {
  centre = spawn('perl', [program], { stdio: ['ignore', 'pipe', 'pipe'] });
  for (const stream of [centre.stdout!, centre.stderr!])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const port = await until('the message center listens', () => {
    if (centre.exitCode !== null)
      throw new Error(`Net::SMPP did not start; install libnet-smpp-perl:\n${output}`);
    return /^port (\d+)$/m.exec(output)?.[1];
  });
  harness = await openHarness(openFolder, {
    CARRIERS: JSON.stringify([
      { name: 'net-smpp', host: '127.0.0.1', port: Number(port), system_id: 'textloom' },
    ]),
  });
});
afterAll(async () => {
  await harness.close();
  centre.kill();
});

it('sends over a foreign message center, and accepts its receipts and texts', async () => {
  const account = harness.account();
  const phone = '+13125551234';
  const short = await account.client.message.send({ to: phone, text: 'Hello €' });
  expect(await account.reaches(short.id).catch(() => output)).toMatchObject({
    status: 'delivered',
  });
  const long = await account.client.message.send({ to: phone, text: 'Привет '.repeat(20) });
  expect(await account.reaches(long.id)).toMatchObject({ status: 'delivered', segments: 3 });
  const submits = output.match(/^submit .*$/gm)!;
  expect(submits).toHaveLength(4);
  expect(submits[0]).toBe(`submit ${account.number.slice(1)} 13125551234 48656c6c6f201b65`);
  const { data } = await account.client.message.list({ direction: 'inbound' });
  expect(data).toMatchObject([{ from: phone, text: 'Thanks' }]);
  expect(harness.faults).toEqual([]);
});
