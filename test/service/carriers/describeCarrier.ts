import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type {
  Carrier,
  Inbox,
  Submission,
  SubmitResponse,
} from '../../../service/carriers/carrier.ts';
import { openCarriers } from '../../../service/carriers/openCarriers.ts';
import { readCarriers } from '../../../service/carriers/readCarriers.ts';
import { openQueues } from '../../../service/store/jobs.ts';
import { openFolder } from '../harness/database.ts';
import { openHarness, type Account, type Harness } from '../harness/harness.ts';
import { openTestStore, type TestStore } from '../harness/openTestStore.ts';
import { until } from '../harness/until.ts';
import { createSubmission } from './createSubmission.ts';

/** The fate of the messages for one recipient. */
export type Fate =
  | 'delivered'
  | 'undelivered'
  | 'refused'
  /** Twice, and then accepted. */
  | 'throttled'
  /** Taken, but the response is lost. A receipt for delivery follows. */
  | 'lost'
  /** Taken, but the response is lost, and nothing follows. */
  | 'silent'
  /** Nobody reports what became of these. Some carriers can be asked. */
  | 'unreported'
  | 'unreported delivery'
  | 'unreported failure'
  /** Delivered, and the receipt comes before the response. */
  | 'early'
  /** Delivered, with two receipts. */
  | 'doubled'
  /** Delivered, and later receipts say otherwise. */
  | 'contradicted'
  /** Taken, with a response after more than a second. */
  | 'slow'
  /** Taken, with a success that makes no sense, or with an error of the server. */
  | 'garbage'
  | 'broken';

/** The service that an emulator calls. */
export interface Target {
  readonly url: string;
  /** The `PUBLIC_URL` of the service. */
  readonly publicUrl: string;
  /** The carrier's name. */
  readonly name: string;
}

/** The other side of a carrier. */
export interface CarrierEmulator {
  /** The entry of `CARRIERS` without its name. */
  readonly settings: Readonly<Record<string, unknown>>;
  readonly connect: (target: Target, account: Account) => void;
  /** Returns a new recipient whose messages have this fate. */
  readonly recipient: (fate: Fate) => string;
  /** Returns the texts that the other side took for a recipient, in order. */
  readonly takenBy: (recipient: string) => Promise<readonly string[]>;
  /**
   * Returns the media of the messages that the other side took for a recipient. Absent if it
   * supports no media.
   */
  readonly mediaOf?: (recipient: string) => Promise<readonly (readonly string[])[]>;
  /** Brings the service a text, several times if asked. */
  readonly text: (
    text: { readonly from: string; readonly to: string; readonly text: string },
    times?: number,
  ) => Promise<void>;
  readonly close: () => Promise<void>;
}

interface Options<E extends CarrierEmulator> {
  readonly open: () => Promise<E>;
  /** The name in `CARRIERS`, if the type has only one. */
  readonly name?: string;
  /** Fates that cannot be on this carrier. */
  readonly lacks?: readonly (Fate | 'doubled text')[];
  /** Whether a lookup after a crash knows the carrier's reference. */
  readonly knowsRefs: boolean;
  /** Adds tests of this carrier. They run while the service does. */
  readonly more?: (get: () => Opened<E>) => void;
}

export interface Opened<E extends CarrierEmulator> {
  readonly emulator: E;
  readonly harness: Harness;
  readonly account: Account;
  readonly target: Target;
}

export const publicUrl = 'https://sms.example.com/textloom';

/** Proves that a carrier keeps the promises that the service relies on. */
export function describeCarrier<E extends CarrierEmulator>(
  type: string,
  { open, name = 'acme', lacks = [], knowsRefs, more }: Options<E>,
): void {
  const itCan = (needs: Fate | 'doubled text') => (lacks.includes(needs) ? it.skip : it);

  describe(`a carrier of the type ${type}`, () => {
    let opened: Opened<E>;
    beforeAll(async () => {
      const emulator = await open();
      const harness = await openHarness(openFolder, {
        PUBLIC_URL: publicUrl,
        CARRIERS: JSON.stringify([createEntry(emulator)]),
      });
      const account = harness.account();
      const target = { url: harness.url, publicUrl, name };
      emulator.connect(target, account);
      opened = { emulator, harness, account, target };
    });
    afterAll(async () => {
      await opened.harness.close();
      await opened.emulator.close();
    });
    afterEach(() => expect(opened.harness.faults.splice(0)).toEqual([]));

    const createEntry = (emulator: CarrierEmulator) => ({
      type,
      ...(name !== type && { name }),
      ...emulator.settings,
    });
    const send = (to: string, text = 'Hello') => opened.account.client.message.send({ to, text });
    const taken = (to: string) => opened.emulator.takenBy(to);
    const readEvents = async (id: string) =>
      (await opened.account.eventsOf(id)).map((event) => event.type);

    it.each([
      ['delivered', 'delivered', null],
      ['undelivered', 'undelivered', expect.objectContaining({ code: expect.any(String) })],
      ['early', 'delivered', null],
      ['doubled', 'delivered', null],
    ] as const)('takes a message once: %s', async (fate, status, error) => {
      const to = opened.emulator.recipient(fate);
      const { id } = await send(to, `A text that is ${fate}`);
      expect(await opened.account.reaches(id)).toMatchObject({ status, error });
      expect(await readEvents(id)).toEqual(['message.sent', `message.${status}`]);
      if (status === 'delivered') expect(await taken(to)).toEqual([`A text that is ${fate}`]);
    });

    it('changes nothing after the first final receipt', async () => {
      const to = opened.emulator.recipient('contradicted');
      const { id } = await send(to);
      await opened.account.reaches(id, 'delivered');
      const second = await send(to, 'Later');
      await opened.account.reaches(second.id, 'delivered');
      expect(await readEvents(id)).toEqual(['message.sent', 'message.delivered']);
    });

    it('can refuse a message', async () => {
      const to = opened.emulator.recipient('refused');
      const { id } = await send(to);
      expect(await opened.account.reaches(id)).toMatchObject({
        status: 'failed',
        error: { code: 'carrier_rejected', carrier_code: expect.stringMatching(/^[\w ]+$/) },
      });
      expect(await taken(to)).toEqual([]);
    });

    it('gets a throttled message again, and takes it once', async () => {
      const to = opened.emulator.recipient('throttled');
      const { id } = await send(to);
      expect(await opened.account.reaches(id)).toMatchObject({ status: 'delivered' });
      expect(await taken(to)).toEqual(['Hello']);
    });

    it('keeps the order of the messages to one recipient', async () => {
      const to = opened.emulator.recipient('throttled');
      const texts = ['1', '2', '3', '4', '5'];
      const { results } = await opened.account.client.message.sendBatch({
        messages: texts.map((text) => ({ to, text })),
      });
      for (const { message } of results) await opened.account.reaches(message!.id, 'delivered');
      expect(await taken(to)).toEqual(texts);
    });

    itCan('lost')('settles a lost response by a receipt, and sends nothing again', async () => {
      const to = opened.emulator.recipient('lost');
      const { id } = await send(to);
      expect(await opened.account.reaches(id)).toMatchObject({ status: 'delivered' });
      expect(await readEvents(id)).toEqual(['message.sent', 'message.delivered']);
      expect(await taken(to)).toEqual(['Hello']);
    });

    itCan('silent')('leaves a message unconfirmed that nobody knows about', async () => {
      const to = opened.emulator.recipient('silent');
      const { id } = await send(to);
      await opened.account.reaches(id, 'sent');
      opened.harness.setAhead(5 * 86_400_000);
      expect(await opened.account.reaches(id)).toMatchObject({
        status: 'unconfirmed',
        error: { code: 'no_receipt' },
      });
      opened.harness.setAhead(0);
      expect(await taken(to)).toEqual(['Hello']);
    });

    it('supports media with and without a text, or refuses them and sends no text alone', async () => {
      const { emulator, account } = opened;
      const to = emulator.recipient('delivered');
      const urls = ['https://example.com/menu.jpg?size=1&b=%20', 'https://example.com/map.png'];
      const sendMedia = (more: { text?: string; media_urls: string[] }) =>
        account.client.message.send({ to, ...more });
      if (!emulator.mediaOf) {
        const refused = sendMedia({ text: 'Our menu', media_urls: urls });
        await expect(refused).rejects.toMatchObject({ code: 'media_not_supported', status: 422 });
        expect(await taken(to)).toEqual([]);
        return;
      }
      for (const input of [{ text: 'Our menu', media_urls: urls }, { media_urls: urls.slice(1) }]) {
        const { id } = await sendMedia(input);
        await account.reaches(id, 'delivered');
      }
      const { id } = await send(to);
      await account.reaches(id, 'delivered');
      expect(await taken(to)).toEqual(['Our menu', '', 'Hello']);
      expect(await emulator.mediaOf(to)).toEqual([urls, urls.slice(1), []]);
    });

    const inbound = async (from: string) => {
      const { data } = await opened.account.client.message.list({ direction: 'inbound', from });
      return data.map(({ text }) => text);
    };
    it('brings a text', async () => {
      const from = opened.emulator.recipient('delivered');
      await opened.emulator.text({ from, to: opened.account.number, text: 'Grüße 👋' });
      await until('the text is there', async () => (await inbound(from)).length > 0);
      expect(await inbound(from)).toEqual(['Grüße 👋']);
    });
    itCan('doubled text')('brings a doubled text once', async () => {
      const [from, other] = [1, 2].map(() => opened.emulator.recipient('delivered'));
      await opened.emulator.text({ from: from!, to: opened.account.number, text: 'Twice' }, 2);
      await opened.emulator.text({ from: other!, to: opened.account.number, text: 'After' });
      await until('the last text is there', async () => (await inbound(other!)).length > 0);
      expect(await inbound(from!)).toEqual(['Twice']);
    });

    more?.(() => opened);
  });

  describe(`the code of the carrier type ${type}`, () => {
    let store: TestStore;
    let emulator: E;
    let openOne: () => Carrier;
    const errors: unknown[] = [];
    beforeAll(async () => {
      const onError = (error: unknown) => errors.push(error);
      [store, emulator] = await Promise.all([openTestStore({ onError }), open()]);
      const { db, boss } = store;
      const enqueue = await openQueues(boss);
      const entry = { type, ...(name !== type && { name }), ...emulator.settings };
      openOne = () =>
        openCarriers(readCarriers(JSON.stringify([entry])), publicUrl, {
          db,
          boss,
          enqueue,
          clock: () => new Date(),
          onError,
        }).all[0]!;
    });
    afterAll(async () => {
      await store.close();
      await emulator.close();
    });

    let count = 0;
    const messageTo = (to: string) =>
      createSubmission({ messageId: `msg_${type}${String(++count).padStart(16, '0')}`, to });
    const startOne = async (stored: SubmitResponse[]): Promise<Carrier> => {
      const carrier = openOne();
      const inbox: Inbox = {
        submitResponses: (some) => {
          stored.push(...some);
          return Promise.resolve(some.map(() => 'accepted'));
        },
        receipts: (some) => Promise.resolve(some.map(() => 'accepted')),
        texts: (some) => Promise.resolve(some.map(() => 'accepted')),
        onCapacity: () => undefined,
      };
      await carrier.start(inbox);
      await until('the carrier has capacity', () => carrier.capacity() > 0);
      return carrier;
    };
    /** Submits one message and waits for its result. */
    const submitOne = async (carrier: Carrier, message: Submission, stored: SubmitResponse[]) => {
      const [result] = await carrier.submit([message]);
      return result!.kind === 'pending'
        ? await until(
            'the result arrives',
            () => stored.find(({ messageId }) => messageId === message.messageId)?.result,
          )
        : result!;
    };

    it('finds submitted messages after a crash', async () => {
      const stored: SubmitResponse[] = [];
      const carrier = await startOne(stored);
      const message = messageTo(emulator.recipient('delivered'));
      const result = await submitOne(carrier, message, stored);
      expect(result).toMatchObject({ kind: 'accepted' });
      const other = await startOne([]);
      const found = await other.find([message]);
      const refs = result.kind === 'accepted' ? result.refs : [];
      expect(found.get(message.messageId)).toEqual(knowsRefs ? refs : [null]);
      await Promise.all([carrier.stop(), other.stop()]);
    });

    itCan('slow')('stops only after the response that it waits for', async () => {
      const stored: SubmitResponse[] = [];
      const carrier = await startOne(stored);
      const message = messageTo(emulator.recipient('slow'));
      expect(await carrier.submit([message])).toEqual([{ kind: 'pending' }]);
      expect(carrier.pending()).toMatchObject([
        { messageId: message.messageId, claim: message.claim },
      ]);
      await until('the message arrives', async () => (await emulator.takenBy(message.to)).length);
      await carrier.stop();
      expect(carrier.pending()).toEqual([]);
      expect(stored).toEqual([
        expect.objectContaining({ result: { kind: 'accepted', refs: [expect.any(String)] } }),
      ]);
    });

    it('says whether it works', async () => {
      const carrier = await startOne([]);
      expect(carrier.circuit()).toEqual({ isOpen: false, retryInMs: 0 });
      await carrier.stop();
    });
  });
}
