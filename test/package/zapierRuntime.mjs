// Runs in a process of its own, in the folder of the unzipped app, as Zapier's function does:
// it knows nothing of this repository, and gets one event after the other.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const { handler } = await import(pathToFileURL(join(process.cwd(), 'zapierwrapper.js')).href);

process.on('message', async ({ id, event }) => {
  try {
    process.send({ id, answer: await handler(event, {}) });
  } catch (error) {
    process.send({ id, error: { name: error.name, message: error.message } });
  }
});
// A process that is killed writes no coverage.
process.on('disconnect', () => process.exit());
process.send({ id: 0 });
