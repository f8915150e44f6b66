import { describe, expect, it } from '@jest/globals';
import { contract, plainPhone } from '@textloom/shared/contract';
import fc from 'fast-check';
import { normalizeSender, toE164 } from '../../service/phones/phone.ts';

const { to, from } = contract.message.send.input.properties;
const accepts = ({ pattern, maxLength }: typeof to | typeof from, written: string) =>
  new RegExp(pattern, 'u').test(written) && written.length <= maxLength;

describe('a phone number as people paste it', () => {
  it.each([
    ['\u202a+1 202-555-0123\u202c', 'marks of the writing direction'],
    ['\u2066+12025550123\u2069', 'isolates of the writing direction'],
    ['\ufeff+1\u200b202\u200d5550123', 'zero-width characters'],
    ['+1\u00a0202\u202f555\u20090123', 'Unicode spaces'],
    ['+1\u2011202\u2013555\u20140123', 'Unicode dashes'],
    ['+1\u2212202\u00ad5550123', 'a minus sign and a soft hyphen'],
    ['+1 (202) 555.0123', 'parentheses and dots'],
    ['(+1) 202/555/0123', 'a country code in parentheses, and slashes'],
    [
      '\uff0b\uff11\uff08\uff12\uff10\uff12\uff09\uff15\uff15\uff15\uff0d\uff10\uff11\uff12\uff13',
      'fullwidth characters',
    ],
    ['+\u0661\u0662\u0660\u0662\u0665\u0665\u0665\u0660\u0661\u0662\u0663', 'Arabic-Indic digits'],
    ["'+12025550123", 'the apostrophe of a spreadsheet'],
    ['\u2019+12025550123', 'a curly apostrophe'],
    ['tel:+1-202-555-0123', 'a link to a number'],
    ['TEL:+12025550123;ext=5', 'a link to an extension'],
    ['tel:202-555-0123;phone-context=+1', 'a link with a country code'],
    ['+1 202 555 0123 ext. 5', 'an extension'],
    ['+1 202 555 0123, Extension: 5', 'a spelled-out extension'],
    ['+12025550123x5', 'an extension after an x'],
    ['+1 202 555 0123 #5', 'an extension after a number sign'],
    ['+1 202 555 0123 (ext 5)', 'an extension in parentheses'],
    ['+12025550123.0', 'the decimal places of a calculation'],
    ['+12025550123,00', 'decimal places after a comma'],
    ["'+12025550123.0 ", 'decimal places, an apostrophe and a space'],
    ['\t+12025550123\r\n\u202c', 'a tab before it and a line break after it'],
  ])('%j is +12025550123 despite %s', (written) => {
    expect(plainPhone(written)).toBe('+12025550123');
    expect(accepts(to, written) && accepts(from, written)).toBe(true);
  });

  it.each([
    ['', 'nothing'],
    ['Jane', 'a name'],
    ['1-800-FLOWERS', 'letters for digits'],
    ['1.2025550123E+10', 'a rounded number'],
    ['Call +1 202 555 0123', 'a sentence'],
    ['ext 5', 'an extension alone'],
    ['+1 202 555 0123 ext. 5 or 6', 'two extensions'],
    ['202 555 0123, 202 555 0124', 'two numbers'],
    ['+1 202 555\n0123', 'a broken line'],
    ['+12025550123\n5550124', 'two lines'],
    ['+12025550123\t5', 'two cells'],
    ['+12025550123\r\n5', 'two lines of Windows'],
    ['202555\u20280123', 'two lines of Unicode'],
    [`+12025550123${' '.repeat(53)}`, 'a text of 65 characters'],
    ['2025550123,5', 'a pause for the dialer'],
    ['+1+2025550123', 'two plus signs'],
    ['2025550123+', 'a plus sign at the end'],
    ['#31#2025550123', 'a command for the network'],
    ['tel:5550123;phone-context=example.com', "a number within a company's network"],
    ['mailto:+12025550123', 'another link'],
    ['con_01JZ3K8QW5', 'an ID'],
    ['\u00b2025550123', 'a footnote'],
  ])('%j is not a number, but %s', (written) => {
    expect(plainPhone(written)).toBeUndefined();
  });

  it.each([
    ['491701234567.0', '491701234567'],
    // Here the dots separate groups of digits.
    ['+491701234567.000', '+491701234567'],
    ['202.555.0000', '2025550000'],
    ['+1.202.555.0', '+12025550'],
    ['+1202555.0000', '+12025550000'],
    ['+49 170 1234.00', '+49170123400'],
  ])('%s has the digits %s', (written, digits) => {
    expect(plainPhone(written)).toBe(digits);
  });

  const decorated = fc
    .tuple(
      fc.constantFrom('+12025550123', '+4915112345678', '+442079460123', '+390612345678'),
      fc.array(
        fc.constantFrom('', ' ', '\u00a0', '\u2011', '-', '.', '\u200e', '\u2060', '\u3000'),
      ),
      fc.constantFrom('', 'tel:', "'", '\u202b', '\u2068 '),
      fc.constantFrom('', ' ext 5', 'x12', ' #123', ';ext=4', ' (extn. 7)', '\u202c', '\n'),
    )
    .map(([e164, between, before, after]) => ({
      e164,
      written:
        before +
        Array.from(e164)
          .map((one, at) => one + (between[at] ?? ''))
          .join('') +
        after,
    }));

  it('is the same number however it is decorated, as a recipient and as a sender', () => {
    fc.assert(
      fc.property(decorated, fc.constantFrom('US', 'DE', 'IT'), ({ e164, written }, country) => {
        expect(plainPhone(written)).toBe(e164);
        expect(toE164(written, country)).toBe(e164);
        expect(normalizeSender(written, country)).toBe(e164);
        expect(accepts(to, written) && accepts(from, written)).toBe(true);
      }),
    );
  });

  it('never contains a letter, wherever the letter stands', () => {
    // Without the letters of "ext", "extn" and "extension".
    const letter = fc.constantFrom(...Array.from('abcdfgjklmpqruvwyzäßжあ'));
    fc.assert(
      fc.property(decorated, letter, fc.nat(), ({ written }, letter, at) => {
        // A tel URI can have further parameters.
        fc.pre(!written.startsWith('tel:'));
        const place = at % (written.length + 1);
        const spoiled = written.slice(0, place) + letter + written.slice(place);
        expect(plainPhone(spoiled)).toBeUndefined();
      }),
    );
  });

  it('is digits after an optional plus sign, or nothing, for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(plainPhone(text) ?? '0').toMatch(/^\+?\d+$/);
      }),
    );
  });
});
