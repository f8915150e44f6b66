import { describe, expect, it } from '@jest/globals';
import { contract, headers, type MessageStatus } from '@textloom/shared/contract';
import type { ServerResponse } from 'node:http';
import { until } from '../../service/harness/until.ts';
import {
  answer,
  authData,
  failure,
  hand,
  instead,
  passingOn,
  platform,
  said,
  sender,
  service,
  startRun,
  type Ending,
  type Item,
} from './zapierApp.ts';
import type { Delivered } from './zapierPlatform.ts';

const textsOn = async (handset: string) =>
  (await service.textsOn(handset))
    .filter(({ direction }) => direction === 'to_handset')
    .map(({ text }) => text);
const waitingWebhook = async ({ callback_url }: { callback_url: string }) =>
  (await service.client.webhook.list({ url: callback_url })).data[0];
/** Moves the time limit of a run to the next seconds when its message has this status. */
async function reachLimit(run: ReturnType<typeof startRun>, status: MessageStatus) {
  const { message, webhook } = service.client;
  const read = () => message.get({ id: String(run.kept().id) });
  await until(`the message is ${status}`, async () => (await read()).status === status);
  const { id } = (await waitingWebhook(run))!;
  await webhook.update({ id, expires_at: new Date(Date.now() + 5_000).toISOString() });
}
const forged = (content: object): Delivered => ({
  path: '/',
  headers: { 'content-type': 'application/json' },
  content: JSON.stringify(content),
});

/** Tests the actions that send a message and continue with its result. */
export function describeWaits(): void {
  describe('the action Send Message and Wait for Delivery', () => {
    it('continues with the delivered message', async () => {
      const to = '+12025550101';
      const text = 'Hi {first_name} 👋';
      const run = startRun('delivery', { to, text, reference: 'wait-1' });
      expect(await run.perform()).toBe('CALLBACK');
      expect(await run.resume()).toMatchObject({
        id: run.kept().id,
        status: 'delivered',
        to,
        text,
        reference: 'wait-1',
        delivered_at: expect.any(String),
      });
      expect(await textsOn(to)).toEqual([text]);
      expect(await waitingWebhook(run)).toBeUndefined();
      // A repeated call finds the webhook gone, and does no harm.
      expect(await run.resume()).toMatchObject({ status: 'delivered' });
    });

    it.each([
      ['+12025550150', 'undelivered', 'carrier_undeliverable'],
      ['+12025550151', 'expired', 'carrier_expired'],
      ['+12025550152', 'failed', 'carrier_rejected'],
    ])('continues with the message to %s that is %s', async (to, status, code) => {
      const run = startRun('delivery', { to, text: 'Hello' });
      expect(await run.perform()).toBe('CALLBACK');
      expect(await run.resume()).toMatchObject({ status, error: { code } });
      expect(run.calls()).toHaveLength(1);
    });

    it('subscribes only to this message, for 24 hours unless a time limit is given', async () => {
      // This message gets no receipt.
      const run = startRun('delivery', { to: '+12025550153', text: 'Hello' });
      await run.perform();
      const webhook = await waitingWebhook(run);
      expect(webhook).toMatchObject({ filter: { message_id: [run.kept().id] } });
      const hours = (Date.parse(webhook!.expires_at!) - Date.now()) / 3_600_000;
      expect(hours).toBeGreaterThan(23.9);
      expect(hours).toBeLessThanOrEqual(24);
    });

    it('continues after its time limit with a message that got no receipt', async () => {
      const run = startRun('delivery', { to: '+12025550153', text: 'Hello', time_limit: '120' });
      await run.perform();
      await reachLimit(run, 'sent');
      expect(await run.resume()).toMatchObject({
        id: run.kept().id,
        status: 'sent',
        timed_out: true,
      });
    });

    it('stops only the run that somebody else calls back before there is a result', async () => {
      const run = startRun('delivery', { to: '+12025550153', text: 'Secret plan' });
      await run.perform();
      const made = { type: 'message.delivered', data: { id: run.kept().id, status: 'delivered' } };
      const error = await failure(run.resume(forged(made)));
      expect(error.name).toBe('HaltedError');
      expect(error.message).toMatch(/^An unexpected request resumed this run/);
      expect(error.message).not.toMatch(/2025550153|Secret plan/);
    });

    it('trusts no data in the callback', async () => {
      const run = startRun('delivery', { to: '+12025550150', text: 'Hello' });
      await run.perform();
      await until('it has failed', () => run.calls()[0]);
      const made = forged({ data: { id: 'msg_other', status: 'delivered', text: 'Pay 999' } });
      expect(await run.resume(made)).toMatchObject({ status: 'undelivered', text: 'Hello' });
    });

    it('pauses the run whose key was revoked while it waited', async () => {
      const run = startRun('delivery', { to: '+12025550101', text: 'Secret plan' });
      await run.perform();
      const error = await failure(run.resume(undefined, { ...authData(), api_key: 'revoked' }));
      expect(error.name).toBe('ExpiredAuthError');
      expect(error.message).not.toMatch(/2025550101|Secret plan/);
    });
  });

  describe('the action Send Message and Wait for Reply', () => {
    it('continues with the first reply to the message', async () => {
      const to = '+12025550102';
      const run = startRun('reply', { to, text: 'Can you come?' });
      expect(await run.perform()).toBe('CALLBACK');
      await until('it has arrived', async () => (await textsOn(to)).length === 1);
      await service.textFrom('+12025550103', sender, 'Not to this message');
      await service.textFrom(to, sender, 'HELP');
      await service.textFrom(to, sender, 'Yes {{x}} 👍\nשלום');
      const call = await until('the service calls back', () => run.calls()[0]);
      expect(call.content).toContain('Yes {{x}}');
      await service.textFrom(to, sender, 'And one more thing');
      expect(await run.resume()).toMatchObject({
        id: run.kept().id,
        reply: { from: to, text: 'Yes {{x}} 👍\nשלום', id: expect.stringMatching(/^msg_/) },
        timed_out: false,
      });
      expect(await waitingWebhook(run)).toBeUndefined();
    });

    it('continues without a reply if the message does not arrive', async () => {
      const run = startRun('reply', { to: '+12025550150', text: 'Can you come?' });
      await run.perform();
      expect(await run.resume()).toMatchObject({
        status: 'undelivered',
        reply: { id: null, from: null, text: null, created_at: null },
      });
    });

    it('continues without a reply after its time limit', async () => {
      const run = startRun('reply', { to: '+12025550104', text: 'Now?', time_limit: '120' });
      await run.perform();
      const { expires_at } = (await waitingWebhook(run))!;
      const minutes = (Date.parse(expires_at!) - Date.now()) / 60_000;
      expect(minutes).toBeGreaterThan(119);
      expect(minutes).toBeLessThanOrEqual(120);
      await reachLimit(run, 'delivered');
      expect(await run.resume()).toMatchObject({
        id: run.kept().id,
        status: 'delivered',
        reply: { id: null, from: null, text: null, created_at: null },
        timed_out: true,
      });
      expect(await waitingWebhook(run)).toBeUndefined();
    });

    it('sends nothing again if Zapier repeats it with the same address', async () => {
      const to = '+12025550111';
      const run = startRun('reply', { to, text: 'Can you come?' });
      await run.perform();
      const { id } = run.kept();
      await run.perform();
      expect(run.kept().id).toBe(id);
      // It may have reached the handset already.
      const { data } = await service.client.message.list({ to });
      expect(data.map(({ id, text }) => ({ id, text }))).toEqual([{ id, text: 'Can you come?' }]);
    });

    it.each(['0', '41761', 'soon'])('sends nothing with the time limit %s', async (time_limit) => {
      const to = '+12025550105';
      const error = await failure(startRun('reply', { to, text: 'Now?', time_limit }).perform());
      expect(said(error)).toMatch(
        /^Time Limit in Minutes must be a whole number from 1 to 41760\./,
      );
      expect(await textsOn(to)).toEqual([]);
    });

    it('stops only the run that somebody else calls back before there is a reply', async () => {
      const run = startRun('reply', { to: '+12025550106', text: 'Can you come?' });
      await run.perform();
      const made = forged({ type: 'message.received', data: { text: 'Yes' } });
      expect((await failure(run.resume(made))).name).toBe('HaltedError');
    });
  });

  describe.each<[Ending, Item]>([
    ['delivery', { status: 'delivered', timed_out: false }],
    ['reply', { status: 'delivered', reply: { text: 'Yes, see you then' } }],
  ])('a test of the wait for a %s in the editor', (ending, shown) => {
    it('sends the message, and does not wait', async () => {
      const to = ending === 'reply' ? '+12025550107' : '+12025550108';
      const inputData = { to, text: 'Only a test' };
      const callback_url = `${platform.url}/hooks/callback/test`;
      const { results, status } = await answer(
        `creates.send_message_and_wait_for_${ending}.operation.perform`,
        { inputData, meta: { isLoadingSample: true } as never },
        { callback_url },
      );
      expect(status).toBe('SUCCESS');
      expect(results).toMatchObject({ ...inputData, ...shown });
      await until('it has arrived', async () => (await textsOn(to)).length === 1);
      expect(await waitingWebhook({ callback_url })).toBeUndefined();
    });
  });

  describe('a wait that fails', () => {
    const faults = {
      'a lost connection': (response: ServerResponse) => response.destroy(),
      'a timeout': () => undefined,
      'a failure': (response: ServerResponse) => response.writeHead(500).end('{}'),
      'a busy service': (response: ServerResponse) => response.writeHead(503).end(),
      'a throttled service': (response: ServerResponse) =>
        response.writeHead(429, { [headers.retryAfter]: '40' }).end(),
    };
    const recipients = { delivery: '+12025550109', reply: '+12025550110' };
    const { message, webhook } = contract;
    const matrix = Object.entries(faults).flatMap(([fault, breakAnswer]) =>
      [message.send.path, webhook.create.path].flatMap((path) =>
        (['delivery', 'reply'] as const).map((ending) => ({
          text: `${fault} at ${path}`,
          path,
          breakAnswer,
          ending,
          to: recipients[ending],
        })),
      ),
    );

    it.each(['delivery', 'reply'] as const)(
      'for a %s halts the run, because the message is sent',
      async (ending) => {
        const to = { delivery: '+12025550117', reply: '+12025550118' }[ending];
        const run = startRun(ending, { to, text: 'Hello' });
        let isSent = false;
        const faulty = passingOn(async (answer, response) => {
          if (isSent) faults['a throttled service'](response);
          else await hand(answer, response);
          isSent ||= answer.url.endsWith(message.send.path);
        });
        const error = await instead(faulty, (auth) => failure(run.perform(auth)));
        expect(error.name).toBe('HaltedError');
        expect(said(error)).toMatch(/^The service accepted the message but /);
      },
    );

    it.each(['delivery', 'reply'] as const)(
      'for a %s sends nothing if the service is busy before',
      async (ending) => {
        const to = { delivery: '+12025550119', reply: '+12025550120' }[ending];
        const run = startRun(ending, { to, text: 'Hello' });
        const faulty = passingOn(async (answer, response) => {
          if (answer.url.endsWith(webhook.create.path)) faults['a throttled service'](response);
          else await hand(answer, response);
        });
        const error = await instead(faulty, (auth) => failure(run.perform(auth)));
        expect(error.name).toBe('ThrottledError');
        expect(await textsOn(to)).toEqual([]);
      },
    );

    it('sends once, and continues when Zapier replays the run', async () => {
      await Promise.all(
        matrix.map(async ({ text, path, breakAnswer, ending, to }) => {
          const step = { to, text, deduplication_key: text };
          // Zapier's autoreplay may give the run another address.
          const [first, replay] = [startRun(ending, step), startRun(ending, step)];
          // The service processes the request, and its response is lost.
          const faulty = passingOn(async (answer, response) => {
            if (answer.url.endsWith(path)) breakAnswer(response);
            else await hand(answer, response);
          });
          await instead(faulty, (auth) => failure(first.perform(auth)));
          expect(await replay.perform()).toBe('CALLBACK');
          if (ending === 'delivery')
            expect(await replay.resume()).toMatchObject({ text, status: 'delivered' });
        }),
      );
      for (const [ending, to] of Object.entries(recipients))
        expect((await textsOn(to)).sort()).toEqual(
          matrix
            .filter((one) => one.ending === ending)
            .map(({ text }) => text)
            .sort(),
        );
    });
  });
}
