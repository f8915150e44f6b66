import { createHmac, createSecretKey, hkdfSync } from 'node:crypto';
import { encryptWithKey } from './encryptWithKey.ts';
import { isSameSecret } from './isSameSecret.ts';

/** Protects what the database must not reveal, with a key that all processes share. */
export interface Secrets {
  /** Returns a hash that nobody can compute without the key. The owner makes equal texts differ. */
  readonly hash: (owner: string, text: string) => string;
  /** Compares without revealing by its duration how much is the same. */
  readonly matches: (owner: string, text: string, hash: string) => boolean;
  readonly encrypt: (text: string) => string;
  /** Returns undefined if another key encrypted the text. */
  readonly decrypt: (ciphertext: string) => string | undefined;
}

export function createSecrets(serverKey: string): Secrets {
  // A key object, because Node.js takes five times as long with the bytes of a key.
  const hashKey = createSecretKey(
    Buffer.from(hkdfSync('sha256', serverKey, '', 'textloom hash', 32)),
  );
  const hash = (owner: string, text: string): string =>
    createHmac('sha256', hashKey).update(`${owner}.${text}`).digest('base64url');
  return {
    hash,
    matches: (owner, text, stored) => isSameSecret(hash(owner, text), stored),
    ...encryptWithKey(serverKey),
  };
}
