import { describe, expect, it } from '@jest/globals';
import { deriveIdempotencyKey } from '@textloom/shared/connector/deduplicate';

describe('the key of a message with a deduplication key', () => {
  const key = deriveIdempotencyKey('+12025550123', 'order-1042');

  it('is the same for every run', () => {
    expect(deriveIdempotencyKey('+12025550123', 'order-1042')).toBe(key);
  });

  it('differs for another recipient, and for another record', () => {
    const others = [
      deriveIdempotencyKey('+12025550124', 'order-1042'),
      deriveIdempotencyKey('+12025550123', 'order-1043'),
      deriveIdempotencyKey('+12025550123order-1042', ''),
      deriveIdempotencyKey('', '+12025550123order-1042'),
    ];
    expect(new Set([key, ...others]).size).toBe(5);
  });

  it('is valid in a header, whatever was mapped', () => {
    expect(deriveIdempotencyKey('+12025550123', `Größe 👋\n${'x'.repeat(1000)}`)).toMatch(
      /^[0-9a-f]{64}$/,
    );
  });
});
