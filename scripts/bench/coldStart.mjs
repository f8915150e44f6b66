// Runs in a fresh process in the folder of an unzipped app, as Zapier's function does. Reports how
// many milliseconds of wall-clock time and CPU time the platform, the app, and the first call take.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const load = (path) => import(pathToFileURL(join(process.cwd(), path)).href);

async function timed(work) {
  const began = { clock: performance.now(), processor: process.cpuUsage() };
  const result = await work();
  const { user, system } = process.cpuUsage(began.processor);
  const took = { clock: performance.now() - began.clock, processor: (user + system) / 1000 };
  return { result, took };
}

process.once('message', async (event) => {
  const { took: platform } = await timed(() => load('node_modules/zapier-platform-core/index.mjs'));
  const { took: app, result } = await timed(() => load('zapierwrapper.js'));
  const { took: call } = await timed(() => result.handler(event, {}));
  process.send({ platform, app, call });
  process.disconnect();
});
