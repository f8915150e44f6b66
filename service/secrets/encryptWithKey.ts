import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** Encrypts a text so that only the same key can decrypt it. */
export interface KeyCipher {
  readonly encrypt: (text: string) => string;
  /** Returns undefined if another key encrypted the text. */
  readonly decrypt: (encrypted: string) => string | undefined;
}

const algorithm = 'aes-256-gcm';
const ivBytes = 12;
const tagBytes = 16;

/**
 * Derives the secret from the key. The database stores only a hash of an API key, so it cannot
 * decrypt what an API key encrypted.
 */
export function encryptWithKey(key: string): KeyCipher {
  const secret = () => Buffer.from(hkdfSync('sha256', key, '', 'textloom seal', 32));
  return {
    encrypt: (text) => {
      const iv = randomBytes(ivBytes);
      const cipher = createCipheriv(algorithm, secret(), iv);
      const ciphertext = Buffer.concat([cipher.update(text), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), ciphertext]).toString('base64url');
    },
    decrypt: (encrypted) => {
      const bytes = Buffer.from(encrypted, 'base64url');
      const ciphertextStart = ivBytes + tagBytes;
      try {
        const decipher = createDecipheriv(algorithm, secret(), bytes.subarray(0, ivBytes));
        decipher.setAuthTag(bytes.subarray(ivBytes, ciphertextStart));
        const plaintext = [decipher.update(bytes.subarray(ciphertextStart)), decipher.final()];
        return Buffer.concat(plaintext).toString();
      } catch {
        return undefined;
      }
    },
  };
}
