import { describe, expect, it } from '@jest/globals';
import type { Bundle } from 'zapier-platform-core';
import { contract, sampleOf } from '@textloom/shared/contract';
import { sendBroadcast } from '../../connectors/zapier/src/creates/sendBroadcast.ts';
import { previewBroadcast } from '../../connectors/zapier/src/searches/previewBroadcast.ts';
import { readFailure, runStep, type Item } from './runStep.ts';

const { create, preview } = contract.broadcast;
const steps = {
  send: { step: sendBroadcast, answer: { status: 201, body: sampleOf(create.output) } },
  preview: { step: previewBroadcast, answer: { status: 200, body: sampleOf(preview.output) } },
} as const;
const list = 'lst_01JZ3K8QW5T4V9XH2M6N7P8R0S';
const filled = { name: 'Sale', text: 'Hi {{first_name|there}}', all_contacts: 'true' };

/** Runs a step with these values and with what the user mapped. Returns what the service got. */
async function run(kind: keyof typeof steps, values: Item = {}, mapped: Item = {}) {
  const { step, answer } = steps[kind];
  const sent: unknown[] = [];
  const keys: unknown[] = [];
  const inputData = { ...filled, ...values };
  const inputDataRaw = { ...filled, ...mapped } as Record<string, string>;
  await runStep(step, { inputData, inputDataRaw }, (_asked, body, headers) => {
    sent.push(body);
    keys.push(headers['idempotency-key']);
    return answer;
  });
  return { sent, keys };
}

describe.each(['send', 'preview'] as const)('%s broadcast', (kind) => {
  it.each<[string, string, Item, Item]>([
    ['a country', 'Country', { country: '' }, { country: '{{1__country}}' }],
    ['a country that is absent', 'Country', {}, { country: '{{1__country}}' }],
    ['a time zone', 'Time Zone', { time_zone: ' ' }, { time_zone: '{{1__zone}}' }],
    [
      'one of several attributes',
      'Contact Attributes',
      { attributes: { plan: 'pro', city: null } },
      { attributes: { plan: 'pro', city: '{{1__city}}' } },
    ],
    ['a time', 'Contacts Added Before', { created_before: '' }, { created_before: '{{1__until}}' }],
    ['the lists', 'Lists', { list_ids: [] }, { list_ids: ['{{1__list}}'] }],
    [
      'one of the lists to exclude',
      'Excluded Lists',
      { exclude_list_ids: [list] },
      { exclude_list_ids: [list, '{{1__list}}'] },
    ],
  ])('stops if %s is mapped but empty in this run', async (_, label, values, mapped) => {
    const { name, said } = await readFailure(run(kind, values, mapped));
    expect(name).toBe('AppError');
    expect(said).toMatch(new RegExp(`^${label} has no value in this run`));
    expect(said).toContain('more contacts would get the broadcast');
  });

  it('stops if Zapier passes the current time for a mapped value that is not a time', async () => {
    const mapped = { created_before: '{{1__until}}' };
    const { said } = await readFailure(
      run(kind, { created_before: new Date().toISOString() }, mapped),
    );
    expect(said).toMatch(/^Contacts Added Before is the current time/);
  });

  it.each<[string, unknown]>([
    ['a name without a value', { city: 'Berlin', plan: ' ' }],
    ['a value without a name', { city: 'Berlin', '': 'pro' }],
    ['a name without a value in JSON of an earlier step', '{"city": "Berlin", "plan": ""}'],
    ['a name without a value as the only attribute', '{"plan": null}'],
  ])('stops if an attribute is %s', async (_, attributes) => {
    const { said } = await readFailure(run(kind, { attributes }, { attributes }));
    expect(said).toMatch(/^Contact Attributes must have a name and a value in each row/);
  });

  it.each<[string, Item, Item]>([
    ['is filled in', { country: 'US' }, { country: '{{1__country}}' }],
    ['is left empty', { country: '' }, { country: '' }],
    [
      'is one field with several lists',
      { list_ids: [list, 'lst_2'] },
      { list_ids: ['{{1__all}}'] },
    ],
    ['has an empty row', { attributes: { plan: 'pro', '': '' } }, { attributes: { plan: 'pro' } }],
    ['has a mapped name', { attributes: { plan: 'pro' } }, { attributes: { '{{1__n}}': 'pro' } }],
  ])('runs if a condition %s', async (_, values, mapped) => {
    expect((await run(kind, values, mapped)).sent).toHaveLength(1);
  });
});

/** Tests a step in the editor, with a service that returns this preview. */
const testInEditor = (step: (typeof steps)['send' | 'preview']['step'], body: object) =>
  runStep(
    step,
    {
      inputData: { ...filled, list_ids: [list] },
      meta: { isLoadingSample: true } as Bundle['meta'],
    },
    (asked) => ({ status: asked.endsWith('/preview') ? 200 : 201, body }),
  );

/** A preview of a broadcast whose list does not exist. */
const missingList = {
  ...sampleOf(preview.output),
  would_send: false,
  problem: {
    type: 'https://example.com/validation_failed',
    title: 'A field is not valid',
    status: 422,
    code: 'validation_failed',
    detail: '/audience/list_ids/0 is not a list of this account. Correct the fields.',
    request_id: 'req_1',
    errors: [
      {
        pointer: '/audience/list_ids/0',
        code: 'invalid_choice',
        detail: 'is not a list of this account',
      },
    ],
  },
};
const inWords = 'Lists is not a list of this account. Correct the fields of this step.';

describe('a test of Send Broadcast in the editor', () => {
  it('sends nothing, and shows how many contacts would get the broadcast', async () => {
    const body = {
      ...sampleOf(preview.output),
      recipients: 1250,
      messages: 1230,
      segments: 1410,
      skipped: [{ reason: 'opted_out', count: 20 }],
    };
    const { result, asked } = await testInEditor(sendBroadcast, body);
    expect(asked).toEqual(['POST /v1/broadcasts/preview']);
    expect(result).toMatchObject({
      name: 'Sale',
      status: 'not sent, because this is a test of the step',
      text: filled.text,
      audience: { list_ids: [list], all_contacts: true },
      progress: 0,
      counts: { recipients: 1250, pending: 1230, skipped: 20, segments: 1410, delivered: 0 },
    });
    const { result: real } = await runStep(sendBroadcast, { inputData: filled }, () => ({
      status: 201,
      body: sampleOf(create.output),
    }));
    expect(Object.keys(result as Item)).toEqual(Object.keys(real as Item));
  });

  it('fails as the broadcast would', async () => {
    const { said } = await readFailure(testInEditor(sendBroadcast, missingList));
    expect(said).toBe(inWords);
  });
});

describe('a preview of a broadcast', () => {
  it('names the field that the service would reject as the form does', async () => {
    const { result } = await testInEditor(previewBroadcast, missingList);
    expect(result).toMatchObject([{ problem: { code: 'validation_failed', detail: inWords } }]);
  });
});

describe('a broadcast', () => {
  it('has its audience and its stop rules as the API wants them', async () => {
    const { sent } = await run('send', {
      list_ids: [list],
      attributes: { plan: 'pro' },
      created_after: '2026-01-31T09:30:00Z',
      failure_percent: '30',
      deduplication_key: 'sale',
    });
    const filter = { attributes: { plan: 'pro' }, created_after: '2026-01-31T09:30:00.000Z' };
    const audience = { list_ids: [list], filter };
    expect(sent).toEqual([
      {
        ...{ name: 'Sale', text: filled.text, stop_rules: { failure_percent: 30 } },
        audience: { ...audience, all_contacts: true },
      },
    ]);
  });

  it('has the same key in every run with the same Deduplication Key', async () => {
    const readKey = async (deduplication_key: string) =>
      (await run('send', { deduplication_key })).keys[0];
    const first = await readKey('sale');
    expect(await readKey('sale')).toBe(first);
    expect(await readKey('another')).not.toBe(first);
  });

  it('may have been sent if the service did not confirm it', async () => {
    const bundle = { inputData: filled };
    const { said } = await readFailure(
      runStep(sendBroadcast, bundle, () => ({ status: 500, body: '<p>It failed</p>' })),
    );
    expect(said).toMatch(/^The service did not confirm the broadcast, so the broadcast may have/);
  });
});
