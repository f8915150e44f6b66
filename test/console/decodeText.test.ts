import { expect, it } from '@jest/globals';
import { decodeText } from '@textloom/shared/csv';

it.each([
  ['UTF-8', [0x4d, 0xc3, 0xbc, 0x6c, 0x6c, 0x65, 0x72, 0xe2, 0x82, 0xac]],
  ['UTF-8 with a byte order mark', [0xef, 0xbb, 0xbf, ...Buffer.from('Müller€')]],
  ['Windows-1252', [0x4d, 0xfc, 0x6c, 0x6c, 0x65, 0x72, 0x80]],
  ['UTF-16', [0xff, 0xfe, ...Buffer.from('Müller€', 'utf16le')]],
])('a text in %s keeps its letters', (_, bytes) => {
  expect(decodeText(Uint8Array.from(bytes))).toBe('Müller€');
});

it('a damaged letter leaves the other letters of a text in UTF-8 as they are', () => {
  const bytes = [...Buffer.from('Müller, Bj'), 0xc3, ...Buffer.from('rn, Zoë')];
  expect(decodeText(Uint8Array.from(bytes))).toBe('Müller, Bj\ufffdrn, Zoë');
});

it('a damaged letter leaves a text with a byte order mark in UTF-8', () => {
  const bytes = [0xef, 0xbb, 0xbf, ...Buffer.from('Bj'), 0xc3, ...Buffer.from('rn')];
  expect(decodeText(Uint8Array.from(bytes))).toBe('Bj\ufffdrn');
});
