import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { contract, sampleOf } from '@textloom/shared/contract';
import { registerContact } from '../../connectors/node-red/src/nodes/contact.ts';
import { registerSend } from '../../connectors/node-red/src/nodes/send.ts';
import { until } from '../../scripts/until.ts';
import { startFarSide, type Answer } from '../zapier/farSide.ts';
import { createTestHost } from './host.ts';
import { problemBody } from '../problemBody.ts';

const person = '+12025550123';
const message = sampleOf(contract.message.send.output);
const contact = sampleOf(contract.contact.upsert.output);
let far: Awaited<ReturnType<typeof startFarSide>>;
let host: ReturnType<typeof createTestHost>;
/** What the service got, in the order of the requests. */
let got: unknown[];
/** Returns the response to a request if it is not the usual one. */
let answer: (value: unknown) => Answer | Promise<Answer> | undefined;

beforeEach(async () => {
  got = [];
  answer = () => undefined;
  far = await startFarSide(async (asked, body) => {
    const { text, first_name } = body as { readonly text?: string; readonly first_name?: string };
    const isMessage = asked.endsWith('/messages');
    const value = isMessage ? text : first_name;
    got.push(value);
    return (
      (await answer(value)) ??
      (isMessage ? { status: 202, body: message } : { status: 200, body: contact })
    );
  });
  host = createTestHost({ baseUrl: far.authData.base_url, apiKey: far.authData.api_key });
  registerSend(host.RED);
  registerContact(host.RED);
});
afterEach(() => far.stop());

const busy: Answer = { status: 503, body: problemBody('unavailable', 503) };
/** Refuses the first request with a value for now. */
const refuseOnce = (value: unknown) => {
  answer = (given) =>
    given === value && got.filter((one) => one === value).length === 1 ? busy : undefined;
};
const send = (payload: string, topic = person) => ({ _msgid: payload, payload, topic });

describe('messages that arrive together', () => {
  it('send the texts to a person in their order, even if one needs a retry', async () => {
    refuseOnce('one');
    const node = host.create('textloom-send', 'send');
    await Promise.all([
      node.input(send('one')),
      node.input(send('two', '+1 202-555-0123')),
      node.input(send('three')),
    ]);
    expect(got).toEqual(['one', 'one', 'two', 'three']);
    expect(node.errors).toEqual([]);
  });

  it('change a contact in their order', async () => {
    refuseOnce('one');
    const values = { first_name: 'payload', first_nameType: 'msg' };
    const node = host.create('textloom-contact', 'contact', values);
    await Promise.all([node.input(send('one')), node.input(send('two'))]);
    expect(got).toEqual(['one', 'one', 'two']);
  });

  it('send the others if the service refuses one', async () => {
    answer = (value) =>
      value === 'one' ? { status: 422, body: problemBody('validation_failed', 422) } : undefined;
    const node = host.create('textloom-send', 'send');
    await Promise.all([node.input(send('one')), node.input(send('two'))]);
    expect(got).toEqual(['one', 'two']);
    expect(node.errors).toHaveLength(1);
    expect(node.sent).toHaveLength(1);
  });

  it('send none of those that wait while the service is down, so that no old texts follow', async () => {
    const down = { ...busy, headers: { 'retry-after': '3600' } };
    answer = (value) => (value === 'one' ? down : undefined);
    const node = host.create('textloom-send', 'send');
    await Promise.all(['one', 'two', 'three'].map((text) => node.input(send(text))));
    expect(got).toEqual(['one']);
    const notMade =
      'An earlier request for this person failed, so the node did not make this one. Try again later.';
    expect(node.errors.slice(1)).toEqual([notMade, notMade]);
    await node.input(send('four'));
    expect(got).toEqual(['one', 'four']);
    expect(node.sent).toHaveLength(1);
  });

  it('send the texts to other people meanwhile', async () => {
    const { promise, resolve } = Promise.withResolvers<Answer>();
    answer = (value) => (value === 'one' ? promise : undefined);
    const node = host.create('textloom-send', 'send');
    const first = node.input(send('one'));
    const second = node.input(send('two'));
    await node.input(send('three', '+12025550124'));
    await until(10_000, async () => got.length === 2 || undefined);
    expect(got).toEqual(['one', 'three']);
    resolve({ status: 202, body: message });
    await Promise.all([first, second]);
    expect(got).toEqual(['one', 'three', 'two']);
  });
});
