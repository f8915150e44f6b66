// Runs in a process of its own, in the folder of an unzipped app: as Zapier's function starts, it
// has loaded nothing yet. Tells how many milliseconds the import and then the first call take, by
// the clock and of the processor.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const now = () => {
  const { user, system } = process.cpuUsage();
  return { clock: performance.now(), processor: (user + system) / 1000 };
};
const between = (start, end) => ({
  clock: end.clock - start.clock,
  processor: end.processor - start.processor,
});

process.once('message', async (event) => {
  const began = now();
  const { handler } = await import(pathToFileURL(join(process.cwd(), 'zapierwrapper.js')).href);
  const imported = now();
  await handler(event, {});
  const called = now();
  process.send({ import: between(began, imported), call: between(imported, called) });
  process.disconnect();
});
