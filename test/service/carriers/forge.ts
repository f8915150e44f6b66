import type { ProviderDialect, SentCallback } from './providerEmulator.ts';

type Signed = Pick<ProviderDialect, 'signatureHeaders'>;

/** Removes the signature of a callback. */
export const unsign = (
  { signatureHeaders }: Signed,
  { headers, ...callback }: SentCallback,
): SentCallback => ({
  ...callback,
  headers: Object.fromEntries(
    Object.entries(headers).filter(([name]) => !signatureHeaders.includes(name)),
  ),
});

/** Returns what somebody without the keys of the provider can make of two of its callbacks. */
export const forge = (
  dialect: Signed,
  callback: SentCallback,
  other: SentCallback,
): SentCallback[] => [
  unsign(dialect, callback),
  { ...callback, body: other.body },
  { ...callback, body: `${callback.body} ` },
  { ...callback, body: '' },
  {
    ...callback,
    headers: Object.fromEntries(
      Object.entries(callback.headers).map(([name, value]) => [
        name,
        dialect.signatureHeaders.includes(name) ? 'x' : value,
      ]),
    ),
  },
];
