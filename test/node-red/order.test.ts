import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { contract, sampleOf } from '@textloom/shared/contract';
import { registerContact } from '../../connectors/node-red/src/nodes/contact.ts';
import { registerSend } from '../../connectors/node-red/src/nodes/send.ts';
import { poll } from '../../scripts/poll.ts';
import { startFarSide, type Answer } from '../zapier/farSide.ts';
import { createTestHost } from './host.ts';
import { problemBody } from '../problemBody.ts';

const person = '+12025550123';
const handset = (index: number) => `+1202555${String(100 + index).padStart(4, '0')}`;
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
    return (await answer(value)) ?? (isMessage ? accepted : { status: 200, body: contact });
  });
  host = createTestHost({ baseUrl: far.authData.base_url, apiKey: far.authData.api_key });
  registerSend(host.RED);
  registerContact(host.RED);
});
afterEach(() => far.stop());

const accepted: Answer = { status: 202, body: message };
const busy: Answer = { status: 503, body: problemBody('unavailable', 503) };
const down: Answer = { ...busy, headers: { 'retry-after': '3600' } };
const notMade = 'An earlier request failed, so the node did not make this one. Try again later.';
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
    answer = (value) => (value === 'one' ? down : undefined);
    const node = host.create('textloom-send', 'send');
    await Promise.all(['one', 'two', 'three'].map((text) => node.input(send(text))));
    expect(got).toEqual(['one']);
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
    await poll(10_000, async () => got.length === 2 || undefined);
    expect(got).toEqual(['one', 'three']);
    resolve(accepted);
    await Promise.all([first, second]);
    expect(got).toEqual(['one', 'three', 'two']);
  });

  it('are all sent in their order, 50 at a time, so that a long list does not reach a time limit', async () => {
    let running = 0;
    let most = 0;
    answer = async () => {
      most = Math.max(most, ++running);
      await setTimeout(100);
      running--;
      return accepted;
    };
    const node = host.create('textloom-send', 'send');
    const texts = Array.from({ length: 200 }, (_, index) => String(index));
    await Promise.all(texts.map((text) => node.input(send(text, handset(Number(text) % 100)))));
    expect(node.errors).toEqual([]);
    expect(node.sent).toHaveLength(200);
    expect(most).toBeLessThanOrEqual(50);
    for (let person = 0; person < 100; person++)
      expect(got.filter((text) => Number(text) % 100 === person)).toEqual([
        String(person),
        String(person + 100),
      ]);
  });

  it('send none of those beyond the first 50 while the service is down', async () => {
    answer = () => down;
    const node = host.create('textloom-send', 'send');
    const texts = Array.from({ length: 80 }, (_, index) => String(index));
    await Promise.all(texts.map((text) => node.input(send(text, handset(Number(text))))));
    expect(got).toHaveLength(50);
    expect(node.errors.filter((error) => error === notMade)).toHaveLength(30);
    answer = () => undefined;
    await node.input(send('later'));
    expect(node.sent).toHaveLength(1);
  });

  it('send the others of a long list if the service fails one of them only', async () => {
    const failed = Promise.withResolvers<Answer>();
    const others = Promise.withResolvers<Answer>();
    answer = (value) =>
      value === '0' ? failed.promise : value === '1' ? undefined : others.promise;
    const node = host.create('textloom-send', 'send');
    const texts = Array.from({ length: 80 }, (_, index) => String(index));
    const all = texts.map((text) => node.input(send(text, handset(Number(text)))));
    await poll(10_000, async () => node.sent.length === 1 || undefined);
    failed.resolve(down);
    await poll(10_000, async () => node.errors.length > 0 || undefined);
    others.resolve(accepted);
    await Promise.all(all);
    expect(node.errors).toHaveLength(1);
    expect(node.sent).toHaveLength(79);
  });

  it('send none of those that wait when a deployment closes the node', async () => {
    const { promise, resolve } = Promise.withResolvers<Answer>();
    answer = () => promise;
    const node = host.create('textloom-send', 'send');
    const texts = Array.from({ length: 80 }, (_, index) => String(index));
    const all = texts.map((text) => node.input(send(text, handset(Number(text)))));
    await poll(10_000, async () => got.length === 50 || undefined);
    node.close();
    resolve(accepted);
    await Promise.all(all);
    expect(got).toHaveLength(50);
    expect(node.errors).toHaveLength(30);
  });

  it('send the others if the rate limit stops one', async () => {
    const limited = { status: 429, body: problemBody('rate_limited', 429) };
    answer = async (text) => {
      if (text === '0') return { ...limited, headers: { 'retry-after': '3600' } };
      await setTimeout(100);
      return accepted;
    };
    const node = host.create('textloom-send', 'send');
    const texts = Array.from({ length: 60 }, (_, index) => String(index));
    await Promise.all(texts.map((text) => node.input(send(text, handset(Number(text))))));
    expect(node.sent).toHaveLength(59);
    expect(node.errors).toHaveLength(1);
  });
});
