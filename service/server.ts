import { basePath } from '@textloom/shared/contract';
import { ConfigError, readConfig } from './config.ts';
import { startService } from './start.ts';
import { FolderInUseError } from './store/lockFolder.ts';

const say = (line: string) => process.stdout.write(`${line}\n`);

try {
  const config = readConfig(process.env);
  const service = await startService(config);
  say(`Textloom is running: ${service.url}${basePath}`);
  say(`Console: ${service.url}/console/`);
  if (service.newKey) say(`API key of the first account, shown this once: ${service.newKey}`);

  let isStopping = false;
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (isStopping) return;
      isStopping = true;
      say('Stopping: finishing what is running …');
      service.stop().then(
        () => process.exit(0),
        (error: unknown) => {
          process.stderr.write(`Textloom could not stop in good order: ${told(error)}\n`);
          process.exit(1);
        },
      );
    });
  }
} catch (error) {
  process.stderr.write(`${reasonOf(error)}\n`);
  process.exit(1);
}

function reasonOf(error: unknown): string {
  if (error instanceof ConfigError || error instanceof FolderInUseError) return error.message;
  const { code } = ((error as Error).cause ?? error) as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE')
    return 'The port is in use by another program. Stop that program, or set PORT to another one.';
  if (code === 'ECONNREFUSED')
    return 'The database of DATABASE_URL does not answer. Check that PostgreSQL is running there.';
  return `Textloom could not start: ${told(error)}`;
}

/** An error with the one that caused it, the message of which says more. */
function told(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { message, stack = message, cause } = error;
  return cause === undefined ? stack : `${stack}\nbecause of ${told(cause)}`;
}
