import { basename, dirname } from 'node:path';
import type { Io } from '../command.ts';
import { copyDatabase } from './copyDatabase.ts';
import { explainCopy, explainVerify } from './explainBackup.ts';
import { verifyCopy } from './verifyCopy.ts';

/** Copies the embedded database, opens the copy, and returns sentences about it. */
export async function copyEmbedded(
  dataDir: string,
  made: string,
  target: string,
  { printError }: Pick<Io, 'printError'>,
): Promise<string[]> {
  const parent = dirname(target);
  const { snapshot, pausedMs } = await copyDatabase(dataDir, made, parent).catch((error: unknown) =>
    explainCopy(error, parent, basename(target)),
  );
  printError('Checking the copy …');
  const counts = await verifyCopy(made, snapshot).catch(explainVerify);
  const facts = [`It contains ${counts}.`];
  if (pausedMs !== undefined)
    facts.push(`The service held all requests for ${(pausedMs / 1_000).toFixed(1)} seconds.`);
  return facts;
}
