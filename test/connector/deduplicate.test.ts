import { describe, expect, it } from '@jest/globals';
import { createResolver, deriveIdempotencyKey } from '@textloom/shared/connector/deduplicate';
import { contract, sampleOf } from '@textloom/shared/contract';
import { getCountries, getCountryCallingCode } from 'libphonenumber-js/min';
import { toE164 } from '../../service/phones/phone.ts';

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

/** Converts numbers as the service does for an account in this country. */
async function resolveIn(country: string, written: readonly string[]) {
  const asked: string[] = [];
  const resolve = createResolver({
    message: {
      preview: ({ to }) => {
        asked.push(to!);
        const preview = sampleOf(contract.message.preview.output);
        return Promise.resolve({ ...preview, to: toE164(to!, country) ?? null });
      },
    },
  });
  return { numbers: await Promise.all(written.map(resolve)), asked };
}

describe('recipients without a country code', () => {
  const written = [
    ...['202-555-0100', '(202) 555-0101', '1 202 555 0102', '4155550103', '9005550104'],
    ...['8005550105', '2110000106', '9999999107', '2000000108', '5005550109', '7845550110'],
  ];
  const northAmerican = getCountries().filter((one) => getCountryCallingCode(one) === '1');
  const others = getCountries().filter((one) => getCountryCallingCode(one) !== '1');

  it.each(northAmerican)(
    'in %s are the same as for the service, which converts one',
    async (country) => {
      const { numbers, asked } = await resolveIn(country, written);
      expect(numbers).toEqual(written.map((one) => toE164(one, country)));
      expect(asked).toHaveLength(1);
    },
  );

  it.each(others)('in %s are all converted by the service', async (country) => {
    const { numbers, asked } = await resolveIn(country, written);
    const plain = written.map((one) => one.replace(/\D/g, ''));
    expect(asked).toEqual(plain);
    expect(numbers).toEqual(plain.map((one) => toE164(one, country) ?? one));
  });

  it('are all converted by the service if it does not accept the first one', async () => {
    const resolve = createResolver({
      message: {
        preview: ({ to }) =>
          to === '2025550100'
            ? Promise.reject(new Error('Busy'))
            : Promise.resolve({ ...sampleOf(contract.message.preview.output), to: `+1${to}` }),
      },
    });
    const first = resolve('2025550100');
    expect(await resolve('2025550101')).toBe('+12025550101');
    await expect(first).rejects.toThrow('Busy');
  });
});
