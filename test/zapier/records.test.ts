import { describe, expect, it } from '@jest/globals';
import { createAppTester, type Bundle, type PlainInputField } from 'zapier-platform-core';
import {
  accountSchema,
  contactSchema,
  listSchema,
  messageSchema,
  sampleOf,
} from '@textloom/shared/contract';
import { app } from '../../connectors/zapier/src/index.ts';
import { authentication } from '../../connectors/zapier/src/connection/authentication.ts';
import { addContact } from '../../connectors/zapier/src/creates/addContact.ts';
import { createList } from '../../connectors/zapier/src/creates/createList.ts';
import { contactResult } from '../../connectors/zapier/src/fields/results.ts';
import { findContact } from '../../connectors/zapier/src/searches/findContact.ts';
import { findConversation } from '../../connectors/zapier/src/searches/findConversation.ts';
import { findList } from '../../connectors/zapier/src/searches/findList.ts';
import { previewMessage } from '../../connectors/zapier/src/searches/previewMessage.ts';
import { scheduledMessageList } from '../../connectors/zapier/src/triggers/scheduledMessageList.ts';
import { startFarSide } from './farSide.ts';
import { readFailure, runStep, type Item } from './runStep.ts';
import { problemBody } from '../problemBody.ts';

const createPage = (...data: object[]) => ({
  status: 200,
  body: { data, has_more: false, next_cursor: null },
});
interface Form {
  readonly operation: { readonly inputFields?: readonly PlainInputField[] };
}
const newsletter = { ...sampleOf(listSchema), name: 'Newsletter' };

describe.each([
  ['Find Contact', findContact],
  ['Find Conversation', findConversation],
])('%s', (_, step) => {
  const find = (code: string) => {
    const errors = [{ pointer: '/phone', code, detail: 'is wrong' }];
    const body = problemBody('validation_failed', 422, { errors });
    return runStep(step, { inputData: { phone: '+12025550123' } }, () => ({ status: 422, body }));
  };

  it('finds nothing for a value that no record can have', async () => {
    expect((await find('invalid_phone_number')).result).toEqual([]);
  });

  it('fails if the service does not know the field, as with a wrong base URL', async () => {
    expect((await readFailure(find('unknown_field'))).said).toContain('Phone');
  });
});

it.each<[string, Form, Item]>([
  ['Find Message', app.searches.find_message, {}],
  ['Find Contact', app.searches.find_contact, {}],
  ['Find Conversation', app.searches.find_conversation, {}],
  ['Find Broadcast', app.searches.find_broadcast, {}],
  ['Check Verification Code', app.creates.check_verification_code, { code: '123456' }],
])('%s asks for its fields in the same words before and after it runs', async (_, step, given) => {
  const { said } = await readFailure(runStep(step, { inputData: given }, () => createPage()));
  expect(said).toMatch(/^Fill in (?:\w+, )*[\w ]+,? or [\w ]+\.$/);
  const helpTexts = (step.operation.inputFields ?? []).map(({ helpText }) => helpText);
  expect(helpTexts.filter((text) => text?.endsWith(said))).toHaveLength(1);
});

describe('Find Contact with a phone number', () => {
  const contact = { ...sampleOf(contactSchema), phone: '+12025550123', email: 'ada@work.example' };
  const find = (inputData: Record<string, string>) => {
    const names = Object.keys(inputData);
    const inputDataRaw = Object.fromEntries(names.map((name) => [name, `{{1__${name}}}`]));
    const answer = (asked: string) =>
      asked.endsWith('?phone=%2B12025550123') ? createPage(contact) : createPage();
    return runStep(findContact, { inputData, inputDataRaw }, answer);
  };

  it.each([
    ['has no email address', { email: '', external_id: '' }],
    ['has another email address than before', { email: 'ada@home.example' }],
  ])('finds its contact if a person %s', async (_, given) => {
    const { result } = await find({ phone: contact.phone, ...given });
    expect(result).toMatchObject([{ id: contact.id }]);
  });

  it('finds nobody else if the number belongs to nobody', async () => {
    expect((await find({ phone: '+12025550199', email: contact.email })).result).toEqual([]);
  });
});

it('Find List leaves the comparison of names to the service, in one request', async () => {
  const vip = { ...newsletter, name: 'VIP' };
  const inputData = { name: 'Vip' };
  const { result, asked } = await runStep(findList, { inputData }, () => createPage(vip));
  expect(result).toEqual([vip]);
  expect(asked).toEqual(['GET /v1/lists?name=Vip']);
});

it('Create List returns the list that Find List finds, in any case', async () => {
  const inputData = { name: 'NEWSLETTER' };
  const { result, asked } = await runStep(createList, { inputData }, () => createPage(newsletter));
  expect(result).toEqual(newsletter);
  expect(asked).toEqual(['GET /v1/lists?name=NEWSLETTER']);
});

it('Create List creates the list of a new name', async () => {
  const sent: unknown[] = [];
  const { result, asked } = await runStep(
    createList,
    { inputData: { name: ' Newsletter ' } },
    (what, body) => {
      if (what !== 'POST /v1/lists') return createPage();
      sent.push(body);
      return { status: 201, body: newsletter };
    },
  );
  expect(sent).toEqual([{ name: 'Newsletter' }]);
  expect(result).toEqual(newsletter);
  expect(asked).toContain('POST /v1/lists');
});

describe('Find Message Preview', () => {
  const preview = (field: string) =>
    runStep(previewMessage, { inputData: { to: 'Jane', text: 'Hi' } }, () => ({
      status: 422,
      body: problemBody('validation_failed', 422, {
        errors: [{ pointer: `/${field}`, code: 'invalid_format', detail: 'is not valid' }],
      }),
    }));

  it('finds nothing for an invalid number, like Find Number', async () => {
    expect((await preview('to')).result).toEqual([]);
  });

  it('reports any other invalid field', async () => {
    expect((await readFailure(preview('text'))).said).toMatch(/^Text is not valid\./);
  });
});

describe('the dropdown of scheduled messages', () => {
  const message = {
    ...sampleOf(messageSchema),
    text: 'See you',
    send_at: '2026-01-31T09:30:00.000Z',
  };
  const labels = async (timezone: string | null, send_at: string | null = message.send_at) => {
    const meta = { page: 0, timezone } as Bundle['meta'];
    const { perform } = scheduledMessageList.operation as { perform: object };
    const z = { cursor: { get: () => undefined, set: () => undefined } };
    const step = {
      operation: {
        perform: (platform: object, bundle: Bundle) =>
          (perform as (z: object, bundle: Bundle) => unknown)({ ...platform, ...z }, bundle),
      },
    };
    const { result } = await runStep(step, { meta }, () => createPage({ ...message, send_at }));
    return (result as { label: string }[]).map(({ label }) => label);
  };

  it('shows when each is sent, in the time zone of the Zapier account', async () => {
    expect(await labels('Europe/Berlin')).toEqual([
      'Jan 31, 2026, 10:30 AM GMT+1, +12025550123: See you',
    ]);
    expect(await labels(null)).toEqual(['Jan 31, 2026, 9:30 AM UTC, +12025550123: See you']);
    for (const unknown of ['', 'Mars/Olympus'])
      expect(await labels(unknown)).toEqual(await labels('UTC'));
    expect(await labels(null, null)).toEqual(['+12025550123: See you']);
  });
});

describe('a connection', () => {
  const run = createAppTester(app);
  const account = { ...sampleOf(accountSchema), name: 'Acme Shop', scope: 'read' };
  const test = (authData: Record<string, string> = {}) =>
    runStep(
      { operation: { test: authentication.test } },
      { method: 'test', ...(Object.keys(authData).length > 0 && { authData }) },
      () => ({ status: 200, body: account }),
    );

  it('is named after the account, the host of the service and the scope of the key', async () => {
    const { result } = await test();
    expect(result).toMatchObject({
      name: 'Acme Shop',
      host: expect.stringMatching(/^127/),
      scope: 'read',
    });
    const label = authentication.connectionLabel.replace(
      /\{\{bundle\.inputData\.(\w+)\}\}/g,
      (_, name: string) => String((result as Record<string, unknown>)[name]),
    );
    expect(label).toMatch(/^Acme Shop at 127\.0\.0\.1:\d+ \(read key\)$/);
  });

  it.each(['https://sms.example.com', 'https://sms.example.com/v2'])(
    'with the base URL %s, which lacks the API version, fails without a request',
    async (base_url) => {
      const authData = { base_url, api_key: 'tl_key' };
      expect((await readFailure(test(authData))).said).toBe(
        'Base URL: enter a URL that starts with `https://` and ends with `/v1`.',
      );
    },
  );

  it.each(['tl_“key”', 'tl_ä', 'tl_a b', ' ', 'tl_a\u200bb'])(
    'with the key "%s" fails without a request',
    async (api_key) => {
      const far = await startFarSide(() => ({ status: 200, body: account }));
      const authData = { ...far.authData, api_key };
      expect((await readFailure(run(authentication.test, { authData }))).said).toBe(
        'API Key: the key contains a space or another invalid character. Copy the key again.',
      );
      await far.stop();
      expect(far.asked).toEqual([]);
    },
  );
});

it('a contact has the same label for its reference in forms and results', () => {
  const { inputFields } = addContact.operation as { inputFields: { key: string; label: string }[] };
  const labelIn = (fields: readonly { key: string; label?: string }[]) =>
    fields.find(({ key }) => key === 'external_id')!.label;
  expect(Object.keys(contactSchema.properties)).toContain('external_id');
  expect(labelIn(inputFields)).toBe('Your Reference');
  expect(labelIn(contactResult.outputFields)).toBe('Your Reference');
});
