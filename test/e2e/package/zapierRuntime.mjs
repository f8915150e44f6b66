// This script runs in a separate process, in the folder of the unzipped app, like Zapier's
// function. It knows nothing of this repository, and receives one event after another.
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
