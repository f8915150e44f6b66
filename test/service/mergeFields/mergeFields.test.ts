import { describe, expect, it, jest } from '@jest/globals';
import {
  hasBrokenMergeField,
  mayHaveMergeFields,
  mergeFields,
} from '../../../service/mergeFields/mergeFields.ts';
import { mergeText } from '../../../service/mergeFields/mergeText.ts';

const ada = {
  phone: '+12025550123',
  first_name: 'Ada',
  last_name: null,
  email: 'ada@example.com',
  external_id: 'c-1',
  time_zone: 'Europe/London',
  attributes: {
    plan: 'pro',
    'Größe der Firma': '12',
    Email: 'other',
    empty: '',
    City: 'London',
    shoe_size: '42',
  },
};
const rendered = (text: string) => mergeFields(text, ada).text;

describe('a merge field', () => {
  it.each([
    ['{{first_name}}', 'Ada'],
    ['{{ first_name }}', 'Ada'],
    ['{{First_Name}}', 'Ada'],
    ['{{phone}} {{email}}', '+12025550123 ada@example.com'],
    ['{{external_id}} {{time_zone}}', 'c-1 Europe/London'],
    ['{{Größe der Firma}}', '12'],
    ['{{GRÖSSE DER FIRMA|?}}', '?'],
    ['{{größe der firma}}', '12'],
    ['{{Email}}', 'other'],
    ['{{EMAIL}}', 'ada@example.com'],
    ['{{city}}', 'London'],
    // These are the titles of columns, which an import stores under the names of the fields.
    ['{{First name|there}}', 'Ada'],
    ['{{Given Name|there}}', 'Ada'],
    ['{{number|42}}', '42'],
    ['{{FirstName|there}}', 'Ada'],
    ['{{Shoe Size|?}} {{shoe-size|?}}', '42 42'],
    ['{{größe_der_firma}}', '12'],
    ['{{last_name|friend}}', 'friend'],
    ['{{ last_name | my friend }}', 'my friend'],
    ['{{last_name|}}', ''],
    ['{{empty|none}}', 'none'],
    ['{{first_name|there}}', 'Ada'],
    ['{{{first_name}}}', '{Ada}'],
    ['{{first_name}}{{first_name}}', 'AdaAda'],
  ])('%s becomes "%s"', (text, expected) => expect(rendered(text)).toBe(expected));

  it.each([
    '{{}}',
    '{{ }}',
    '{{first_name}',
    '{first_name}',
    '{{a{b}}',
    '{{|x}}',
    '{{a|b|c',
    '}}{{',
  ])('%s stays as it is', (text) =>
    expect(mergeFields(text, ada)).toEqual({ text, missing: undefined }),
  );

  it.each([
    ['{{last_name}}', 'last_name'],
    ['{{ plan2 }}', 'plan2'],
    ['{{empty}}', 'empty'],
    ['{{constructor}}', 'constructor'],
    ['{{__proto__}}', '__proto__'],
    ['{{plan2}} {{last_name}}', 'plan2'],
  ])('in %s has no value', (text, missing) => expect(mergeFields(text, ada).missing).toBe(missing));

  it('uses only its default without a contact', () => {
    expect(mergeFields('Hi {{first_name|there}}', undefined)).toEqual({
      text: 'Hi there',
      missing: undefined,
    });
    expect(mergeFields('Call {{phone}}', undefined).missing).toBe('phone');
  });

  it.each([
    ['Hi {{first_name}', true],
    ['Hi first_name}}', true],
    ['{{}}', true],
    ['{{{first_name}}}', false],
    ['Hi {{first_name|there}}, 50% {off}', false],
  ])('is broken in "%s": %s', (text, isBroken) => expect(hasBrokenMergeField(text)).toBe(isBroken));

  it('takes no longer in the worst text than in any other', () => {
    for (const piece of ['{{', '{{a', '{{ ', '{{a|', '{', ' '])
      expect(rendered(piece.repeat(100_000))).toHaveLength(piece.length * 100_000);
  });

  it('does not convert the names of the contact again for each of hundreds of fields', () => {
    const names = Array.from({ length: 50 }, (_, index) => `Attribute ${index}`);
    const attributes = Object.fromEntries(names.map((name) => [name, 'value']));
    const normalize = jest.spyOn(String.prototype, 'normalize');
    try {
      expect(mergeFields('{{q|}}'.repeat(265), { ...ada, attributes }).text).toBe('');
      expect(normalize.mock.calls.length).toBeLessThan(500);
    } finally {
      normalize.mockRestore();
    }
  });
});

describe('the text of a message', () => {
  const merge = (written: { readonly text: string; readonly media_urls?: string[] }) =>
    mergeText({ ...written, merge_fields: true }, ada);
  const refusal = (text: string) => {
    try {
      return merge({ text });
    } catch (error) {
      return (error as { fieldErrors: unknown[] }).fieldErrors[0];
    }
  };

  it('names the field that it misses', () => {
    expect(refusal('Your {{plan2}}')).toEqual({
      pointer: '/text',
      code: 'missing_merge_field',
      detail:
        'uses {{plan2}}, but the recipient has no value for it; add a default such as {{plan2|…}}',
    });
  });

  it.each([' ', '\n\t', '\u00a0\u3000', '\u200b\u2060\ufeff', '\u00ad', '\u3164', '\f', '\ufe0f'])(
    'may be blank only with media: %j',
    (text) => {
      expect(refusal(text)).toEqual({
        pointer: '/text',
        code: 'invalid_format',
        detail: 'must not be blank, unless you send media',
      });
      const withMedia = { text, media_urls: ['https://a.example/b.png'] };
      expect(merge(withMedia)).toBe(text);
    },
  );

  it.each(['.', ' 1', '\u0600', '\ue000', '😀', '\u{1fae9}'])('may be short: %j', (text) => {
    expect(refusal(text)).toBe(text);
  });

  it('does not begin with the byte order mark of a file', () => {
    for (const text of ['Hi', 'Hi {{first_name}}'])
      expect(merge({ text: `\ufeff${text}` })).toBe(merge({ text }));
  });

  it('may not become empty or too long', () => {
    for (const text of ['{{last_name|}}', ' {{last_name|}}\n', '{{last_name|\u200b}}'])
      expect(refusal(text)).toMatchObject({ code: 'missing_merge_field' });
    expect(merge({ text: '{{last_name|}}', media_urls: ['https://a.example/b.png'] })).toBe('');
    expect(refusal('{{email}}'.repeat(107))).toMatchObject({ code: 'too_many_segments' });
    expect(refusal('{{email}}'.repeat(106))).toHaveLength(1_590);
  });
});

/** Each run tries other texts. Set MERGE_SEED to repeat the texts of an earlier run. */
const seed = Number(process.env.MERGE_SEED ?? Date.now() % 2 ** 31);

describe(`any text (seed ${seed})`, () => {
  let state = seed;
  const random = (below: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 8) % below;
  };
  const pick = <T>(all: readonly T[]): T => all[random(all.length)]!;
  const pieces = ['{{', '}}', '{', '}', '|', ' ', '\n', 'first_name', 'plan', 'Hi', '😀', 'é'];
  const someText = () => Array.from({ length: random(12) }, () => pick(pieces)).join('');
  const cases = Array.from({ length: 3_000 }, () => ({
    text: someText(),
    contact: { phone: '+1', first_name: someText(), attributes: { plan: someText() } },
  }));

  it('without two braces in a row stays as it is', () => {
    for (const { text, contact } of cases) {
      if (mayHaveMergeFields(text)) continue;
      expect(mergeFields(text, contact)).toEqual({ text, missing: undefined });
    }
  });

  it('gets values as they are, which insert no further fields', () => {
    // A value without braces in place of each value shows where the values belong.
    for (const { text, contact } of cases) {
      const marks = { phone: '+1', first_name: '\u0001', attributes: { plan: '\u0002' } };
      const { first_name, attributes } = contact;
      if (first_name.trim() === '' || attributes.plan.trim() === '') continue;
      const expected = mergeFields(text, marks).text.replace(/[\u0001\u0002]/g, (mark) =>
        mark === '\u0001' ? first_name : attributes.plan,
      );
      expect(mergeFields(text, contact).text).toBe(expected);
    }
  });

  it('has no broken field if it consists of fields and words', () => {
    for (let count = 0; count < 500; count++) {
      const text = Array.from({ length: random(6) }, () =>
        pick(['{{plan}}', '{{ plan | a }}', 'word', ' ', '{x}']),
      ).join('-');
      expect(hasBrokenMergeField(text)).toBe(false);
    }
  });
});
