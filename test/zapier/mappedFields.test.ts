import { describe, expect, it } from '@jest/globals';
import type { PlainInputField } from 'zapier-platform-core';
import { app } from '../../connectors/zapier/src/index.ts';
import { sendMessages } from '../../connectors/zapier/src/creates/sendMessages.ts';
import { readFailure, runStep, type Item } from './runStep.ts';
import { problemBody } from '../problemBody.ts';

interface Form {
  readonly operation: { readonly inputFields?: readonly PlainInputField[] };
}
const steps = Object.entries<object>({ ...app.creates, ...app.searches }) as [string, Form][];

const withoutIt: Record<string, string> = {
  send_at: 'the text would go out immediately',
  deduplication_key: 'the text could go out a second time',
  from: 'the default would apply',
  purpose: 'the text would have the default purpose',
  ttl: 'the default time to live would apply',
  list_id: 'the contacts would be added to no list',
  time_limit: 'the run would wait 24 hours',
  approve_words: 'no reply would approve',
  decline_words: 'no reply would decline',
};
const sentence = (label: string, key: string) =>
  `${label} has no value in this run, although something is mapped to it; without it, ${withoutIt[key]}. Map a value that every run has, or clear the field.`;

/** These send nothing and show what a message or a broadcast would do, so details may be empty. */
const previews = ['preview_message', 'preview_broadcast'];
const filters = Object.entries<object>(app.searches)
  .filter(([name]) => !previews.includes(name))
  .flatMap(([name, step]) =>
    ((step as Form).operation.inputFields ?? []).map(({ key, label }) => ({
      name,
      step: step as Form,
      key,
      label: label!,
    })),
  );

const fieldsThatDecide = steps.flatMap(([name, step]) =>
  (step.operation.inputFields ?? [])
    .filter(({ key, required }) => key in withoutIt && !required)
    .map(({ key, label }) => ({ name, step, key, label: label! })),
);
/** Fills in the fields that a step requires. */
const filled = ({ operation: { inputFields = [] } }: Form) =>
  Object.fromEntries(inputFields.flatMap(({ key, required }) => (required ? [[key, key]] : [])));

const isSendAt = ({ key }: PlainInputField) => key === 'send_at';
/** Writes a time as Zapier passes it to the app. */
const formatAsZapier = (time: number) => `${new Date(time).toISOString().slice(0, 19)}+0000`;

/** Returns the error of a step and the requests that it made before that. */
async function refusal(step: object, inputData: Item, mapped: Item) {
  const asked: string[] = [];
  const inputDataRaw = { ...inputData, ...mapped } as Record<string, string>;
  const work = runStep(step as Form, { inputData, inputDataRaw }, (what) => {
    asked.push(what);
    return { status: 422, body: problemBody('validation_failed', 422) };
  });
  return { ...(await readFailure(work)), asked };
}

describe('a mapped field that has no value in this run', () => {
  it('is in every step that sends', () => {
    const names = (wanted: string) =>
      fieldsThatDecide.filter(({ key }) => key === wanted).map(({ name }) => name);
    expect(names('send_at')).toEqual(
      expect.arrayContaining(['send_message', 'send_messages', 'send_broadcast']),
    );
    expect(names('deduplication_key')).toEqual([
      'send_message',
      'send_message_and_wait_for_delivery',
      'send_message_and_wait_for_reply',
      'send_broadcast',
      'reply_in_conversation',
      'send_verification_code',
    ]);
    expect(names('from')).toContain('send_verification_code');
    expect(names('ttl')).toContain('send_message');
    expect(names('list_id')).toContain('import_contacts');
    expect(names('time_limit')).toEqual([
      'send_message_and_wait_for_delivery',
      'send_message_and_wait_for_reply',
    ]);
    expect(names('approve_words')).toEqual(['send_message_and_wait_for_reply']);
  });

  it.each(filters)('stops $name, which would find something else: $key', async (filter) => {
    const { name: search, step, key, label } = filter;
    const all = step.operation.inputFields!.map((field) => [field.key, field.key] as const);
    // With a phone number, Find Contact needs nothing else.
    const needless = search === 'find_contact' && key !== 'phone' ? { phone: '' } : {};
    const inputData = { ...Object.fromEntries(all), ...needless, [key]: '' };
    const { name, said, asked } = await refusal(step, inputData, { [key]: `{{1__${key}}}` });
    expect(name).toBe('AppError');
    expect(said).toMatch(new RegExp(`^${label} (has no value in this run|is required)`));
    expect(asked).toEqual([]);
  });

  it('stops a search if only the words around it are left', async () => {
    const inputData = { reference: 'order-' };
    const mapped = { reference: 'order-{{1__id}}' };
    expect(await refusal(app.searches.find_message, inputData, mapped)).toEqual({
      name: 'AppError',
      said: 'Reference has no value in this run, although something is mapped to it; without it, the search could find something else. Map a value that every run has, or clear the field.',
      asked: [],
    });
  });

  it.each<[string, Item, Item]>([
    ['Query', { path: '/contacts', query: { phone: '' } }, { query: { phone: '{{1__phone}}' } }],
    ['Path', { path: '/contacts/' }, { path: '/contacts/{{1__id}}' }],
    ['Path', { path: '/messages?phone=' }, { path: '/messages?phone={{1__phone}}' }],
  ])('stops Make API Request, which would read other records: %s', async (label, given, mapped) => {
    const inputData = { method: 'GET', ...given };
    const { said, asked } = await refusal(app.creates.api_request, inputData, mapped);
    expect(said).toBe(
      `${label} has no value in this run, although something is mapped to it; without it, the request could read or change other records. Map a value that every run has, or clear the field.`,
    );
    expect(asked).toEqual([]);
  });

  it.each<[string, Item, Item]>([
    ['is empty', { query: { limit: '1', q: '' } }, { query: { limit: '1', q: '{{1__q}}' } }],
    ['has only words', { query: { q: 'order-' } }, { query: { q: 'order-{{1__id}}' } }],
  ])('stops Make API Request if an entry of Query %s', async (_, given, mapped) => {
    const inputData = { method: 'GET', path: '/messages', ...given };
    const { said, asked } = await refusal(app.creates.api_request, inputData, mapped);
    expect(said).toMatch(/^Query has no value in this run.*could read or change other records/);
    expect(asked).toEqual([]);
  });

  it.each([
    ['{{1__id}}', '', 'has no value in this run, although something is mapped to it'],
    ['order-{{1__id}}', 'order-', 'has no value in this run, although something is mapped to it'],
    ['{{1__day}}-{{1__id}}', '2026-11-28-', 'lacks one of its values in this run'],
  ])(
    'stops Make API Request with the key %s, which many records would share: %j',
    async (template, key, said) => {
      const name = 'Idempotency-Key';
      const inputData = { method: 'POST', path: '/messages', headers: { [name]: key } };
      const refused = await refusal(app.creates.api_request, inputData, {
        headers: { [name]: template },
      });
      expect(refused.said).toContain(
        `Headers ${said}; without it, the request would lack a header, such as the key that keeps it from running twice.`,
      );
      expect(refused.asked).toEqual([]);
    },
  );

  it('does not stop Make API Request if each header has a value', async () => {
    const headers = { 'Idempotency-Key': '2026-11-28-7', 'X-Trace': 'on' };
    const inputData = { method: 'POST', path: '/messages', headers };
    const { asked } = await refusal(app.creates.api_request, inputData, {
      headers: { 'Idempotency-Key': '{{1__day}}-{{1__id}}', 'X-Trace': 'on' },
    });
    expect(asked).toEqual(['POST /v1/messages']);
  });

  it.each(fieldsThatDecide)('stops $name before it sends: $key', async ({ step, key, label }) => {
    const mapped = { [key]: `{{1__${key}}}` };
    const isFilter = filters.some((one) => one.step === step);
    expect(await refusal(step, filled(step), mapped)).toEqual({
      name: 'AppError',
      said: isFilter
        ? sentence(label, key).replace(withoutIt[key]!, 'the search could find something else')
        : sentence(label, key),
      asked: [],
    });
  });

  it.each([',', ' , ;'])('counts as empty if only %j of its line items is left', async (key) => {
    const inputData = { to: '+12025550123', text: 'Hi', deduplication_key: key };
    const mapped = { deduplication_key: '{{1__rows[]id}}' };
    expect(await refusal(app.creates.send_message, inputData, mapped)).toEqual({
      name: 'AppError',
      said: sentence('Deduplication Key', 'deduplication_key'),
      asked: [],
    });
  });

  it.each(['', ' ', null])('counts as empty with the value %j', async (send_at) => {
    const inputData = { to: '+12025550123', text: 'Hi', send_at };
    const { said } = await refusal(app.creates.send_message, inputData, { send_at: '{{1__t}}' });
    expect(said).toBe(sentence('Send At', 'send_at'));
  });

  it.each(steps.filter(([, step]) => step.operation.inputFields?.some(isSendAt)))(
    'stops %s if it is not a time, because Zapier then passes the current time',
    async (name, step) => {
      const remedy =
        name === 'reschedule_message' ? '' : ', or clear the field to send immediately';
      const given = { ...filled(step), send_at: formatAsZapier(Date.now() - 2_000) };
      // Zapier may run the step late, and the service accepts a time that has just passed.
      const late = { ...given, send_at: formatAsZapier(Date.now() - 65_000) };
      for (const one of [given, late])
        expect(await refusal(step, one, { send_at: '{{1__due}}' })).toEqual({
          name: 'AppError',
          said: `Send At is the current time, which Zapier passes for a mapped value that is not a time, such as TBD. Map a value that is a time in every run${remedy}.`,
          asked: [],
        });
      expect((await refusal(step, given, {})).said).not.toContain('Zapier passes');
      const later = { ...given, send_at: formatAsZapier(Date.now() + 20_000) };
      expect((await refusal(step, later, { send_at: '{{1__due}}' })).said).not.toContain(
        'Zapier passes',
      );
    },
  );

  it('counts as empty if only the words around it are left, which every record would share', async () => {
    const line = { to: '+12025550123', text: 'Hi', deduplication_key: 'cart-' };
    const mapped = { deduplication_key: 'cart-{{1__id}}' };
    const said = (label: string) => sentence(label, 'deduplication_key');
    expect(await refusal(app.creates.send_message, line, mapped)).toEqual({
      name: 'AppError',
      said: said('Deduplication Key'),
      asked: [],
    });
    const messages = [{ ...line, deduplication_key: 'cart-7' }, line];
    expect(await refusal(sendMessages, { messages }, { messages: [mapped] })).toEqual({
      name: 'AppError',
      said: said('Deduplication Key of line 2'),
      asked: [],
    });
  });

  it.each([
    ['{{1__day}}-{{1__id}}', '2026-11-28-'],
    ['{{1__day}}-{{1__id}}-{{1__step}}', '2026-11-28--1'],
    ['order {{1__id}}: {{1__item}}: {{1__step}}', 'order 7: : shipped'],
    ['{{1__day}}-{{1__id}}', '-1042'],
    ['{{1__row}}-{{1__change}}-{{1__step}}', '7--5-1'],
    ['{{1__day}} - {{1__id}}', '2026-11-28 - '],
    ['cart-{{1__day}}/{{1__id}}-sms', 'cart-2026-11-28/-sms'],
    ['cart-{{1__day}}/{{1__id}}-sms', 'cart-/1042-sms'],
  ])('counts as empty if one of several parts of the key %s is: %s', async (template, value) => {
    const line = { to: '+12025550123', text: 'Hi', deduplication_key: value };
    const mapped = { deduplication_key: template };
    const said = (label: string) =>
      `${label} lacks one of its values in this run; without it, the text could go out a second time. Map values that every run has. If none is empty, one begins or ends with the separator that you typed between them: type another one, such as |.`;
    expect((await refusal(app.creates.send_message, line, mapped)).said).toBe(
      said('Deduplication Key'),
    );
    expect((await refusal(sendMessages, { messages: [line] }, { messages: [mapped] })).said).toBe(
      said('Deduplication Key of line 1'),
    );
  });

  it.each([
    ['{{1__day}}-{{1__id}}', '2026-11-28-1042'],
    ['{{1__day}}-{{1__id}}-{{1__step}}', '2026-11-28-1042-1'],
    ['{{1__row}}|{{1__change}}|{{1__step}}', '7|-5|1'],
    ['{{1__id}}/{{1__url}}/{{1__step}}', '7/https://example.com/a/2'],
    ['{{1__a}}{{1__b}}', '7'],
    ['{{1__a}} {{1__b}}', '7'],
    ['cart-{{1__id}}-', 'cart-7-'],
  ])('does not count as empty in the key %s with the value %s', async (template, value) => {
    const line = { to: '+12025550123', text: 'Hi', deduplication_key: value };
    const { asked } = await refusal(app.creates.send_message, line, {
      deduplication_key: template,
    });
    expect(asked).toEqual(['POST /v1/messages']);
  });

  it.each(['cart-7', 'cart'])('counts as a value in the key %s', async (deduplication_key) => {
    const messages = [{ to: '+12025550123', text: 'Hi', deduplication_key }];
    const mapped = {
      messages: [{ deduplication_key: deduplication_key.replace('7', '{{1__id}}') }],
    };
    const { asked } = await refusal(sendMessages, { messages }, mapped);
    expect(asked).toEqual(['POST /v1/messages/batch']);
  });

  // Zapier joins the values of line items with commas.
  it.each([
    [['{{1__rows}}'], [',']],
    [['{{1__rows}}'], [' , , ']],
    [['{{1__a}},{{1__b}}'], ['lst_1,']],
    [
      ['{{1__a}},{{1__b}}', 'lst_3'],
      [',lst_2', 'lst_3'],
    ],
    [['{{1__Name, First}}'], [',']],
  ])('sends no broadcast if %j lacks an excluded list: %j', async (template, exclude_list_ids) => {
    const broadcast = { name: 'Sale', text: 'Hi', all_contacts: 'true', exclude_list_ids };
    const mapped = { exclude_list_ids: template };
    const { said, asked } = await refusal(app.creates.send_broadcast, broadcast, mapped);
    expect(said).toBe(
      'Excluded Lists has no value in this run, although something is mapped to it; without it, more contacts would get the broadcast. Map a value that every run has, or clear the field.',
    );
    expect(asked).toEqual([]);
  });

  it.each([
    [['{{1__rows}}'], ['lst_1,lst_2,']],
    [['{{1__Name, First}}'], ['lst_1']],
    [
      ['{{1__a}}', ''],
      ['lst_1', ''],
    ],
    [['lst_1, lst_2,'], ['lst_1, lst_2,']],
  ])('sends a broadcast if %j has every excluded list: %j', async (template, exclude_list_ids) => {
    const broadcast = { name: 'Sale', text: 'Hi', all_contacts: 'true', exclude_list_ids };
    const mapped = { exclude_list_ids: template };
    const { asked } = await refusal(app.creates.send_broadcast, broadcast, mapped);
    expect(asked).toEqual(['POST /v1/broadcasts']);
  });

  it('creates no contact without the mapped Status, because a new contact would be subscribed', async () => {
    const contact = { phone: '+12025550123', status: '' };
    const { said, asked } = await refusal(app.creates.add_contact, contact, {
      status: '{{1__consent}}',
    });
    expect(said).toBe(
      'Status has no value in this run, although something is mapped to it; without it, a new contact would be subscribed. Map a value that every run has, or clear the field.',
    );
    expect(asked).toEqual([]);
    expect((await refusal(app.creates.add_contact, contact, {})).asked).toHaveLength(1);
  });

  it('creates no contact without the mapped Lists, because nobody would notice', async () => {
    const contact = { phone: '+12025550123', lists: [] };
    const { said, asked } = await refusal(app.creates.add_contact, contact, {
      lists: ['{{1__id}}'],
    });
    expect(said).toBe(
      'Lists has no value in this run, although something is mapped to it; without it, the contact would be added to no list. Map a value that every run has, or clear the field.',
    );
    expect(asked).toEqual([]);
    expect((await refusal(app.creates.add_contact, contact, {})).asked).toHaveLength(1);
  });

  it.each<[string, Item, Item, string]>([
    ['Status', { status: '' }, { status: '{{1__b}}' }, 'the contact would keep its status'],
    [
      'Lists',
      { lists: ['lst_1', ''] },
      { lists: ['{{1__a}}', '{{1__b}}'] },
      'the contact would be on the wrong lists',
    ],
  ])('updates no contact without the mapped %s', async (label, given, mapped, effect) => {
    const contact = { id: 'con_1', ...given };
    const { said, asked } = await refusal(app.creates.update_contact, contact, mapped);
    expect(said).toBe(
      `${label} has no value in this run, although something is mapped to it; without it, ${effect}. Map a value that every run has, or clear the field.`,
    );
    expect(asked).toEqual([]);
    expect((await refusal(app.creates.update_contact, contact, {})).asked).toHaveLength(1);
  });

  const consentSteps: readonly (readonly [string, object, Item])[] = [
    ['creates', app.creates.add_contact, { phone: '+12025550123', status: 'Subscribed' }],
    ['updates', app.creates.update_contact, { id: 'con_1' }],
    ['imports', app.creates.import_contacts, { contacts: [{ phone: '+12025550123' }] }],
  ];
  const consent = { consent_source: '{{1__form}}', consent_at: '{{1__signed}}' };

  it.each(consentSteps)('%s no contact without the mapped consent', async (_, step, contact) => {
    for (const [key, label] of [
      ['consent_source', 'Consent Source'],
      ['consent_at', 'Consent At'],
    ] as const) {
      const given = { ...contact, consent_source: 'Form', consent_at: '2026-01-31T09:30:00Z' };
      const { said, asked } = await refusal(step, { ...given, [key]: '' }, consent);
      expect(said).toBe(
        `${label} has no value in this run, although something is mapped to it; without it, nothing would prove the consent to texts. Map a value that every run has, or clear the field.`,
      );
      expect(asked).toEqual([]);
    }
    expect((await refusal(step, contact, {})).asked).toHaveLength(1);
  });

  it.each(['opted_out', 'Opted Out', 'pending'])(
    'needs no consent of a contact with the status %s, who has not agreed',
    async (status) => {
      const contact = { phone: '+12025550123', status, consent_source: '', consent_at: '' };
      const { asked } = await refusal(app.creates.add_contact, contact, consent);
      expect(asked).toEqual(['POST /v1/contacts']);
    },
  );

  it('can have a separator that its help text recommends, so that no value looks empty', () => {
    const helpTexts = steps.flatMap(([, { operation }]) =>
      (operation.inputFields ?? [])
        .flatMap((field) => [field, ...(field.children ?? [])])
        .flatMap(({ key, helpText = '' }) => (key === 'deduplication_key' ? [helpText] : [])),
    );
    expect(helpTexts).toHaveLength(7);
    for (const helpText of helpTexts)
      expect(helpText).toContain('a separator between them that no value begins or ends with');
  });

  it('may be empty in Media URLs, because the text alone is better than none', async () => {
    const message = { to: '+12025550123', text: 'Hi', media_urls: [] };
    const mapped = { media_urls: ['{{1__picture}}'] };
    const { asked } = await refusal(app.creates.send_message, message, mapped);
    expect(asked).toEqual(['POST /v1/messages']);
  });

  it.each<[string, Item]>([
    [
      'one entry for all lines, as Zapier writes them',
      { messages: undefined, deduplication_key: '{{1__[]id}}' },
    ],
    ['an entry in the line', { messages: [{ deduplication_key: '{{1__[]id}}' }] }],
  ])('stops Send Bulk Messages if one line has none: %s', async (_title, mapped) => {
    const line = { to: '+12025550123', text: 'Hi' };
    const messages = [
      { ...line, deduplication_key: '7' },
      line,
      { ...line, deduplication_key: '' },
    ];
    expect(await refusal(sendMessages, { messages }, mapped)).toEqual({
      name: 'AppError',
      said: sentence('Deduplication Key of line 2', 'deduplication_key'),
      asked: [],
    });
  });

  it('may be empty in a line without a recipient, which the service rejects alone', async () => {
    const line = { to: '+12025550123', text: 'Hi', deduplication_key: '7' };
    const messages = [line, { to: '', text: 'Hi', deduplication_key: '' }];
    const mapped = { messages: undefined, deduplication_key: '{{1__[]id}}' };
    const { asked } = await refusal(sendMessages, { messages }, mapped);
    expect(asked).toContain('POST /v1/messages/batch');
  });

  it('may be empty if nothing is mapped to it, or if it has a value', async () => {
    const line = { to: '+12025550123', text: 'Hi', deduplication_key: '' };
    const { asked } = await refusal(sendMessages, { messages: [line], send_at: '', from: '' }, {});
    expect(asked).toEqual(['POST /v1/messages/batch']);
    const keys = {
      send_at: '2026-01-31T09:30:00Z',
      messages: [{ ...line, deduplication_key: '7' }],
    };
    const mapped = { send_at: '{{1__when}}', deduplication_key: '{{1__[]id}}' };
    expect((await refusal(sendMessages, keys, mapped)).asked).toEqual(['POST /v1/messages/batch']);
  });
});
