#!/usr/bin/env node
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { createClient } from '@textloom/shared/client';
import { fetchTransport } from '@textloom/shared/client/fetch';
import { attemptMs, hostOf } from './host.ts';
import { createExclusively } from './sending/exclusively.ts';
import { createServer } from './server.ts';
import { readAccess, readSettings, SettingError } from './settings.ts';

/** Serves one client over standard input and output, with settings from the environment. */
function main(): void {
  const valueOf = (variable: string) => process.env[variable];
  const client = createClient(hostOf(fetchTransport(readAccess(valueOf), attemptMs)));
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
