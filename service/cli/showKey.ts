import type { Io } from './command.ts';

/**
 * Shows a new key. Call it in the transaction that creates the key, so that no key exists that
 * could not be shown.
 */
export async function showKey(
  { print, printError, written }: Io,
  title: string,
  key: string,
): Promise<void> {
  printError(`${title}, shown only this once:`);
  print(key);
  await written();
}
