const basic =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞ\x1bÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?' +
  '¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';
const escape = 0x1b;
const extension = {
  '\f': 0x0a,
  '^': 0x14,
  '{': 0x28,
  '}': 0x29,
  '\\': 0x2f,
  '[': 0x3c,
  '~': 0x3d,
  ']': 0x3e,
  '|': 0x40,
  '€': 0x65,
};

/**
 * Maps the characters of the GSM 7-bit default alphabet to their septets. Characters of the
 * extension follow an escape (3GPP TS 23.038, 6.2.1).
 */
export const gsm7: ReadonlyMap<string, readonly number[]> = new Map([
  ...Array.from(basic, (char, code): [string, number[]] => [char, [code]]).filter(
    ([char]) => char !== '\x1b',
  ),
  ...Object.entries(extension).map(([char, code]): [string, number[]] => [char, [escape, code]]),
]);
