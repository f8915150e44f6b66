#!/usr/bin/env node
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { createClient } from '@textloom/shared/client';
import { hostOf } from './host.ts';
import { createExclusively } from './sending/exclusively.ts';
import { createServer } from './server.ts';
import { readAccess, readSettings, SettingError } from './settings.ts';
import { fetchTransport } from './transport.ts';

/** Serves one client over standard input and output, with settings from the environment. */
function main(): void {
  const valueOf = (variable: string) => process.env[variable];
  const client = createClient(hostOf(fetchTransport(readAccess(valueOf))));
  const settings = readSettings(valueOf);
  const exclusively = createExclusively();
  serveStdio(() => createServer({ client, settings, exclusively, queue: 'own' }));
}

try {
  main();
} catch (error) {
  if (!(error instanceof SettingError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
