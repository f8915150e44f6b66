import { describe, expect, it } from '@jest/globals';
import { contactForm } from '../../connectors/node-red/src/forms/contact.ts';
import { incomingForm } from '../../connectors/node-red/src/forms/incoming.ts';
import { sendForm } from '../../connectors/node-red/src/forms/send.ts';
import { statusForm } from '../../connectors/node-red/src/forms/status.ts';
import { describeError } from '../../connectors/node-red/src/connection/errors.ts';
import type { Form } from '../../connectors/node-red/src/forms/form.ts';
import { readForm } from '../../connectors/node-red/src/nodes/readForm.ts';
import { ApiError } from '@textloom/shared/client';
import { createTestHost, plainNode } from './host.ts';

const { RED } = createTestHost();
const read = (form: Form, values: object, msg: object = {}) =>
  readForm(RED, plainNode(), form, { ...values }, { ...msg });
/** Returns what the node says about values that it refuses. */
const refusal = async (form: Form, values: object, msg: object = {}) => {
  const error: unknown = await read(form, values, msg).catch((error: unknown) => error);
  if (!(error instanceof ApiError)) throw new Error('The form was accepted');
  return describeError(error, form.fields);
};
const text = { topic: '+12025550123', payload: 'Hi' };

describe('the form of a node', () => {
  it('must have a recipient, an operation and statuses', async () => {
    expect(await refusal(sendForm, {}, { payload: 'Hi' })).toMatch(/^To is required\./);
    expect(await refusal(contactForm, { operation: 'delete' })).toMatch(/^Phone is required/);
    expect(await refusal(statusForm, { statuses: '' })).toMatch(/^Statuses is required/);
  });

  it('uses the standard operation if the flow has none', async () => {
    const values = { first_name: 'name', first_nameType: 'msg' };
    const contact = { operation: 'save', phone: '+12025550123', first_name: 'Ada' };
    expect(await read(contactForm, values, { ...text, name: 'Ada' })).toEqual(contact);
  });

  it('does not filter less or send in another way if a property has no value', async () => {
    const at = { send_at: 'when', send_atType: 'msg' };
    expect(await refusal(sendForm, at, text)).toMatch(/^Send At has no value in msg\.when\./);
    const key = { deduplication_key: 'order', deduplication_keyType: 'msg' };
    const blank = { ...text, order: ' ' };
    expect(await refusal(sendForm, key, blank)).toMatch(/^Deduplication Key has no value/);
    for (const name of ['from', 'purpose', 'ttl'])
      expect(
        await refusal(sendForm, { [name]: 'x', [`${name}Type`]: 'msg' }, { ...text, x: '' }),
      ).toMatch(/has no value in msg\.x\./);
    for (const name of ['from', 'to', 'keywords'])
      for (const found of [undefined, null, '', []])
        expect(
          await refusal(incomingForm, { [name]: 'x', [`${name}Type`]: 'msg' }, { x: found }),
        ).toMatch(/has no value in msg\.x\./);
  });

  it.each([
    ['"order-" & payload.id', 'order-', false],
    ['"order-" & payload.id', 'order-7', true],
    ["payload.id & '-paid'", '-paid', false],
    ['"every-morning"', 'every-morning', true],
  ])('takes %s as %s for a key: %s', async (deduplication_key, found, isKey) => {
    const values = { deduplication_key, deduplication_keyType: 'jsonata' };
    const msg = { ...text, evaluated: found };
    if (isKey) expect(await read(sendForm, values, msg)).toHaveProperty('deduplication_key', found);
    else expect(await refusal(sendForm, values, msg)).toMatch(/^Deduplication Key has no value\./);
  });

  it('does not save a contact whose status has no value, because it would be subscribed', async () => {
    const values = { status: 'consent', statusType: 'msg' };
    expect(await refusal(contactForm, values, text)).toMatch(
      /^Status has no value in msg\.consent/,
    );
    expect(await read(contactForm, { ...values, operation: 'find' }, text)).toMatchObject({
      operation: 'find',
    });
  });

  it('omits other fields without a value', async () => {
    const values = { reference: 'order', referenceType: 'msg' };
    expect(await read(sendForm, values, text)).not.toHaveProperty('reference');
  });

  it.each([1_769_851_800_000, '1769851800000', new Date(1_769_851_800_000)])(
    'takes %s from another node as a time',
    async (when) => {
      const iso = '2026-01-31T09:30:00.000Z';
      const at = { send_at: 'when', send_atType: 'msg' };
      expect(await read(sendForm, at, { ...text, when })).toMatchObject({ send_at: iso });
      const consent = { consent_at: 'when', consent_atType: 'msg' };
      const saved = await read(contactForm, consent, { ...text, when });
      expect(saved).toMatchObject({ consent: { at: iso } });
      const other = { reference: 'when', referenceType: 'msg' };
      const sent = await read(sendForm, other, { ...text, when: 1_769_851_800_000 });
      expect(sent).toMatchObject({ reference: '1769851800000' });
    },
  );

  it('shows a number of the account as an example of where texts arrive', () => {
    const examples = incomingForm.fields.map(({ name, placeholder }) => [name, placeholder]);
    expect(Object.fromEntries(examples)).toMatchObject({
      to: '+12025550100',
      from: '+12025550123',
    });
  });

  it.each([Number.NaN, Infinity, -Infinity, [Number.NaN]])(
    'takes %s for no value, so that it is never the text null',
    async (payload) => {
      expect(await read(sendForm, {}, { ...text, payload })).not.toHaveProperty('text');
      const key = { deduplication_key: 'payload', deduplication_keyType: 'msg' };
      expect(await refusal(sendForm, key, { ...text, payload })).toMatch(
        /^Deduplication Key has no/,
      );
      const metadata = { metadata: 'meta', metadataType: 'msg' };
      const sent = await read(sendForm, metadata, { ...text, meta: { order: 7, sum: payload } });
      expect(sent).toMatchObject({ metadata: { order: '7' } });
    },
  );

  it('refuses several recipients, and says how to text each of them', async () => {
    const topic = ['+12025550123', '+12025550124'];
    expect(await refusal(sendForm, {}, { ...text, topic })).toMatch(
      /^To must be one number, so divide the list with a split node\./,
    );
    expect(await read(sendForm, {}, { ...text, topic: topic.slice(1) })).toMatchObject({
      to: topic[1],
    });
  });

  it('says that an expression fails', async () => {
    const values = { text: '$number(', textType: 'broken' };
    expect(await refusal(sendForm, values, text)).toMatch(/^Text cannot be read from broken/);
    const expression = { text: '$number(', textType: 'jsonata' };
    expect(await refusal(sendForm, expression, { ...text, evaluated: new Error('S0203') })).toMatch(
      /^Text has a JSONata expression that fails\./,
    );
  });

  it('takes the bytes of a text as text, and refuses an object', async () => {
    const bytes = { ...text, payload: Buffer.from('Grüße') };
    expect(await read(sendForm, {}, bytes)).toMatchObject({ text: 'Grüße' });
    const object = { ...text, payload: { id: 'msg_1' } };
    expect(await refusal(sendForm, {}, object)).toMatch(/must be text, not an object\./);
  });

  it('splits media URLs only where one begins, because they may contain commas', async () => {
    const urls = ['https://example.com/w_300,h_200/a.jpg', 'https://example.com/b.jpg?x=1;y=2'];
    expect(await read(sendForm, { media_urls: urls.join(', ') }, text)).toMatchObject({
      media_urls: urls,
    });
    const media = { media_urls: 'media', media_urlsType: 'msg' };
    expect(await read(sendForm, media, { ...text, media: urls })).toMatchObject({
      media_urls: urls,
    });
  });

  it('splits the entries of a list', async () => {
    const statuses = 'message.delivered,message.failed';
    const to = '+12025550123; +12025550124';
    expect(await read(statusForm, { statuses, to })).toMatchObject({
      statuses: ['message.delivered', 'message.failed'],
      to: ['+12025550123', '+12025550124'],
    });
  });
});
