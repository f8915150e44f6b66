#!/usr/bin/env node
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { createClient } from '@textloom/shared/client';
import { fetchTransport } from '@textloom/shared/client/fetch';
import { createExclusively } from '@textloom/shared/connector/exclusively';
import { basePath } from '@textloom/shared/contract';
import { attemptMs, createHost } from './host.ts';
import { createConfirmations } from './sending/confirmations.ts';
import { createServer } from './server.ts';
import { readAccess, readSettings, refuseUnknown, SettingError, variables } from './settings.ts';

/** Programs that use the SDKs may have these variables in the same environment. */
const ofOtherPrograms = ['TEXTLOOM_BASE_URL', 'TEXTLOOM_WEBHOOK_SECRET'];

/** Serves one client over standard input and output, with settings from the environment. */
function main(): void {
  const readVariable = (variable: string) => process.env[variable];
  refuseUnknown(
    Object.keys(process.env),
    ['TEXTLOOM_URL', 'TEXTLOOM_API_KEY', ...Object.values(variables)],
    ofOtherPrograms,
  );
  const access = readAccess(readVariable);
  const client = createClient(createHost(fetchTransport(access, attemptMs)));
  const settings = readSettings(readVariable);
  const origin = access.baseUrl.slice(0, -basePath.length);
  const exclusively = createExclusively();
  const confirmations = createConfirmations(access.apiKey);
  serveStdio(
    () =>
      createServer({ client, settings, origin, exclusively, queue: 'own', confirmations, report }),
    { onerror: report },
  );
}

/** Writes where an error came from, without its message, which may contain a text or a number. */
function report(error: unknown): void {
  const { name = 'Error', stack = '' } = error instanceof Error ? error : {};
  const frames = stack.split('\n').filter((line) => line.startsWith('    at '));
  process.stderr.write([`Something went wrong: ${name}`, ...frames, ''].join('\n'));
}

try {
  main();
} catch (error) {
  if (!(error instanceof SettingError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
