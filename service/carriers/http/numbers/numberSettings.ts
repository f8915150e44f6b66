import { flag, optionalFlag, type ValuesOf } from '../../settings.ts';

/** The settings of carriers whose provider lists and sells numbers. */
export const numberSettings = {
  importNumbers: optionalFlag({
    shown: '`true` without `numbers`',
    description: 'Whether accounts can provision all numbers that you have at the provider',
  }),
  buyNumbers: flag({
    default: false,
    description:
      'Whether accounts can buy numbers, which the provider charges you for, and release numbers at the provider',
  }),
};

export type NumberSettings = ValuesOf<typeof numberSettings>;
