import { integer, optionalFlag, type ValuesOf } from '../../settings.ts';

/** The settings of carriers whose provider lists and sells numbers. */
export const numberSettings = {
  importNumbers: optionalFlag({
    shown: '`true` without `numbers`',
    description: 'Whether accounts can provision all numbers that you have at the provider',
  }),
  buyNumbers: integer(0, 10_000, {
    default: 0,
    description:
      'How many numbers all accounts together can buy, which the provider charges you for. Released numbers count, too',
  }),
};

export type NumberSettings = ValuesOf<typeof numberSettings>;
