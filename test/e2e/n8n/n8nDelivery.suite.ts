import { beforeAll, describe, expect, it } from '@jest/globals';
import {
  executeWorkflow,
  readExecution,
  waitForExecution,
  type Execution,
  type Json,
  type N8n,
  type Workflow,
} from '../../../scripts/n8n/n8n.ts';
import { poll } from '../../../scripts/poll.ts';
import type { Service } from '../../../scripts/serviceProcess.ts';
import { sending } from './n8nWorkflows.ts';

const name = 'ACME';
const handset = (last: number) => `+130355501${last}`;
/** The last two digits decide what the simulated carrier does. */
const [late, undelivered, silent] = [57, 50, 53] as const;
const unroutable = '+442071838750';
const inAnHour = { additionalFields: { sendAt: '={{ $now.plus(1, "hour").toISO() }}' } };
const inSeconds = {
  additionalFields: {
    limitWaitTime: {
      fields: {
        limitType: 'atSpecifiedTime',
        maxDateAndTime: '={{ $now.plus(10, "seconds").toISO() }}',
      },
    },
  },
};

const following = (id: string, to: readonly string[], parameters: Json = {}): Workflow =>
  sending(
    id,
    to.map((phone) => ({ to: phone, text: `for ${id}` })),
    {},
    { operation: 'sendAndWaitForDelivery', from: name, ...parameters },
  );

const several = [handset(late), handset(undelivered), unroutable, handset(10)];

export const deliveryWorkflows: readonly Workflow[] = [
  following('delivered', [handset(late)]),
  following('undelivered', [handset(undelivered)]),
  following('silent', [handset(silent), handset(11)], inSeconds),
  following('severalDeliveries', several),
  following('scheduled', [handset(12)], inAnHour),
  following('stopped', [handset(13)], inAnHour),
  following('keyed', [handset(14)], { additionalFields: { deduplicationKey: 'order-1042' } }),
];

interface Stage {
  readonly service: Service;
  readonly n8n: N8n;
  readonly restartN8n: () => Promise<void>;
}

/** Tests "Send and Wait for Delivery" in a real n8n. */
export const describeDelivery = (getStage: () => Stage): void =>
  describe('Send and Wait for Delivery', () => {
    beforeAll(() => getStage().service.client.number.provision({ number: name }));

    /** Runs a workflow until it waits, and returns the only message of the first item. */
    async function begin(workflow: string) {
      const { n8n, service } = getStage();
      const waiting = await executeWorkflow(n8n, workflow);
      expect({ status: waiting.status, error: waiting.error }).toMatchObject({ status: 'waiting' });
      const { data } = await service.client.message.list({ from: name, limit: 100 });
      const message = data.find(({ text }) => text === `for ${workflow}`);
      return { waiting, message: message! };
    }
    /** Returns the output after the execution is over, which must have run the node once. */
    async function readOutput({ id }: Execution, limit = 120_000): Promise<Json[]> {
      const { status, nodes } = await waitForExecution(getStage().n8n, id, limit);
      expect({ status, runs: nodes.Send!.length }).toEqual({ status: 'success', runs: 1 });
      return nodes.Send![0]!.outputs[0]!.map(({ json }) => json);
    }
    const readEvents = (id: string, type: 'message.delivered' | 'message.canceled') =>
      poll(120_000, async () => {
        const { data } = await getStage().service.client.event.list({
          type: [type],
          related_to: [id],
        });
        return data[0];
      });

    it('continues when the message is delivered, from a sender name', async () => {
      const { waiting, message } = await begin('delivered');
      expect(await readOutput(waiting)).toEqual([
        expect.objectContaining({
          ...{ outcome: 'delivered', timed_out: false, status: 'delivered', failure: null },
          ...{ id: message.id, to: handset(late), from: name },
          delivered_at: expect.any(String),
        }),
      ]);
      const { data } = await getStage().service.client.webhook.list({ limit: 100 });
      const [own] = data.filter(({ filter }) => filter?.message_id?.includes(message.id));
      expect(Date.parse(own!.expires_at!)).toBeLessThan(Date.now() + 3_600_000);
    });

    it('continues when the message has failed, with the reason', async () => {
      const execution = await executeWorkflow(getStage().n8n, 'undelivered');
      expect(await readOutput(execution)).toEqual([
        expect.objectContaining({
          ...{ outcome: 'not_delivered', timed_out: false, status: 'undelivered' },
          failure: expect.objectContaining({ code: 'carrier_undeliverable' }),
        }),
      ]);
    });

    it('does not claim that a message arrived if there is no final status by the limit', async () => {
      const { waiting } = await begin('silent');
      expect(await readOutput(waiting, 180_000)).toMatchObject([
        { outcome: 'not_final', timed_out: true, status: 'sent', delivered_at: null },
        { outcome: 'delivered', timed_out: false, status: 'delivered' },
      ]);
    });

    it('continues once with one item per item, in their order, although an event comes again', async () => {
      const { waiting } = await begin('severalDeliveries');
      const { service, n8n } = getStage();
      const { data } = await service.client.message.list({ to: handset(10) });
      const { id: eventId } = await readEvents(data[0]!.id, 'message.delivered');
      await service.client.event.redeliver({ id: eventId });
      const output = await readOutput(waiting);
      expect(output).toMatchObject([
        { to: several[0], outcome: 'delivered' },
        { to: several[1], outcome: 'not_delivered', status: 'undelivered' },
        { to: unroutable, outcome: 'not_delivered', id: null, failure: { code: 'no_route' } },
        { to: several[3], outcome: 'delivered' },
      ]);
      const { nodes } = await readExecution(n8n, waiting.id);
      expect(nodes.Send![0]!.outputs[0]!.map(({ pairedItem }) => pairedItem)).toEqual(
        several.map((_, item) => ({ item })),
      );
      await service.client.event.redeliver({ id: eventId });
      await expectDeliveries(eventId, 3);
      expect(await readOutput(waiting)).toEqual(output);
      for (const to of [several[0]!, several[3]!]) expect(await countTexts(to, 'several')).toBe(1);
    });
    const countTexts = async (to: string, workflow: string) =>
      (await getStage().service.textsOn(to)).filter(({ text }) => text.includes(workflow)).length;
    const expectDeliveries = (id: string, count: number) =>
      poll(120_000, async () => {
        const { data } = await getStage().service.client.event.deliveries({ id });
        return data.length >= count || undefined;
      });

    it('keeps waiting while n8n restarts', async () => {
      const { waiting, message } = await begin('scheduled');
      await getStage().restartN8n();
      const { n8n, service } = getStage();
      expect((await readExecution(n8n, waiting.id)).status).toBe('waiting');
      await service.client.message.cancel({ id: message.id });
      expect(await readOutput(waiting)).toMatchObject([
        { outcome: 'not_delivered', timed_out: false, status: 'canceled', failure: null },
      ]);
    });

    it('does not continue an execution that somebody stopped', async () => {
      const { waiting, message } = await begin('stopped');
      const { n8n, service } = getStage();
      await n8n.api('POST', `/rest/executions/${waiting.id}/stop`, {});
      await service.client.message.cancel({ id: message.id });
      const { id } = await readEvents(message.id, 'message.canceled');
      await expectDeliveries(id, 1);
      expect((await readExecution(n8n, waiting.id)).status).toBe('canceled');
    });

    it('sends one text for all executions with the same key, and each gets its status', async () => {
      for (let run = 0; run < 2; run++) {
        const execution = await executeWorkflow(getStage().n8n, 'keyed');
        expect(await readOutput(execution)).toMatchObject([{ outcome: 'delivered' }]);
      }
      expect(await countTexts(handset(14), 'keyed')).toBe(1);
    });
  });
