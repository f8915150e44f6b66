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
      void service.stop().then(() => process.exit(0));
    });
  }
} catch (error) {
  process.stderr.write(`${reasonOf(error)}\n`);
  process.exit(1);
}

function reasonOf(error: unknown): string {
  if (error instanceof ConfigError || error instanceof FolderInUseError) return error.message;
  const { message, stack, cause } = error as Error;
  const { code } = (cause ?? error) as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE')
    return 'The port is in use by another program. Stop that program, or set PORT to another one.';
  if (code === 'ECONNREFUSED')
    return 'The database of DATABASE_URL does not answer. Check that PostgreSQL is running there.';
  return `Textloom could not start: ${message}\n${stack ?? ''}`;
}
