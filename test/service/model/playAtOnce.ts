import { setTimeout as sleep } from 'node:timers/promises';
import type { MessageErrorCode, MessageStatus } from '@textloom/shared/contract';
import type { MessageRow } from '../../../service/messages/toMessage.ts';
import type { ReceiptOutcome } from '../../../service/store/tables/messageTables.ts';
import { brokenPromise } from './brokenPromise.ts';
import { historyFaults, rankOf } from './historyFaults.ts';
import { lateReceipts, getRef, type Question } from './processes.ts';
import type { RealService, Snapshot } from './realService.ts';
import { goodWay, type LateOutcome, type Step, type Timed } from './steps.ts';

/** Stores when something began and ended. If two spans overlap, either may have come first. */
interface Span {
  readonly from: number;
  readonly to: number;
}

/** Records what an outside observer saw. */
interface Facts {
  readonly sends: (Span & { readonly id: string })[];
  readonly cancels: (Span & { readonly id: string; readonly isObeyed: boolean })[];
  readonly texts: (Span & { readonly phone: string; readonly text: string })[];
  readonly receipts: (Span & {
    readonly ref: string;
    readonly outcome: ReceiptOutcome;
  })[];
  readonly processings: (Span & {
    readonly questions: readonly Question[];
  })[];
  /** Stores the round in which each message ended. */
  readonly ends: Map<string, Span>;
}

/**
 * Plays rounds of steps on the service, with the steps of a round at the same time, and checks that
 * the results are possible given what was observed. Throws an error with the whole story if they
 * are not.
 */
export async function playAtOnce(
  service: RealService,
  rounds: readonly (readonly Timed[])[],
  late: readonly LateOutcome[],
): Promise<void> {
  const { carrierSide } = service;
  const facts: Facts = {
    sends: [],
    cancels: [],
    texts: [],
    receipts: [],
    processings: [],
    ends: new Map(),
  };
  const story: string[] = [];
  let before: Snapshot = { messages: new Map(), events: new Map() };

  const check = (faults: readonly string[]): void => {
    if (faults.length > 0) throw brokenPromise(faults, story, before.messages.keys());
  };

  const play = async (...round: readonly Timed[]): Promise<void> => {
    const roundFrom = carrierSide.tick();
    await Promise.all(
      round.map(async ({ afterMs, step }) => {
        if (afterMs > 0) await sleep(afterMs);
        const from = carrierSide.tick();
        story.push(`${from}: ${JSON.stringify(step)}`);
        const end = await act(step);
        const to = carrierSide.tick();
        story.push(`${from}–${to}: ${end({ from, to }) ?? 'done'}`);
      }),
    );
    const after = await service.observe();
    for (const { id, status } of after.messages.values())
      if (rankOf[status] === 3 && !facts.ends.has(id))
        facts.ends.set(id, { from: roundFrom, to: carrierSide.tick() });
    check([...historyFaults(before, after, carrierSide), ...reachFaults(service, facts, after)]);
    before = after;
  };

  /** Runs the step, and returns a function that records it once its end is known. */
  const act = async (step: Step): Promise<(span: Span) => string | undefined> => {
    switch (step.does) {
      case 'send': {
        const response = await service.send(step);
        return (span) => {
          if ('id' in response) facts.sends.push({ ...span, id: response.id });
          return 'id' in response ? response.id : response.code;
        };
      }
      case 'dispatch':
      case 'recover': {
        const process = await service.process(step.does, step.way);
        while (process.isHeld()) {
          await sleep(4);
          await process.end('answered');
        }
        const { questions } = process;
        return (span) => {
          facts.processings.push({ ...span, questions });
          return questions
            .map(
              ({ about, ending, response }) =>
                `${about} ${ending} ${JSON.stringify([...response])}`,
            )
            .join('; ');
        };
      }
      case 'receipts': {
        const receipts = step.receipts.map(({ which, outcome }) => ({
          ref: getRef(carrierSide, which),
          outcome,
        }));
        await service.bringReceipts(receipts, step);
        return (span) => {
          facts.receipts.push(...receipts.map((receipt) => ({ ...span, ...receipt })));
          return JSON.stringify(receipts);
        };
      }
      case 'cancel': {
        const ids = facts.sends.map(({ id }) => id);
        const id = ids[step.which % ids.length];
        if (id === undefined) return () => undefined;
        const isObeyed = await service.cancel(id);
        return (span) => {
          facts.cancels.push({ ...span, id, isObeyed });
          return `${id} ${isObeyed ? 'canceled' : 'refused'}`;
        };
      }
      case 'text': {
        await service.bringText(step.from, step.text);
        return (span) => {
          facts.texts.push({ ...span, phone: service.toPhone(step.from), text: step.text });
          return 'accepted';
        };
      }
      case 'sweep':
        await service.sweep();
        return () => undefined;
      case 'wait':
        await service.wait(step.seconds);
        return () => undefined;
      case 'respond':
        throw new Error('Each question must end in its own round');
    }
  };

  const at = (step: Step, afterMs = 0): Timed => ({ afterMs, step });
  const processings = (['recover', 'dispatch', 'recover', 'dispatch'] as const).map((does) =>
    at({ does, way: goodWay }),
  );

  for (const round of rounds) await play(...round);
  const isOpen = () => [...before.messages.values()].some(({ status }) => rankOf[status] < 2);
  for (let round = 0; round < 8 && isOpen(); round++) {
    await play(at({ does: 'wait', seconds: round === 2 ? 7_200 : 30 }));
    await play(...processings, at({ does: 'sweep' }));
  }
  await play(
    ...lateReceipts(carrierSide, late).map((receipt) =>
      at({ does: 'receipts', receipts: [receipt], isCutOff: false }),
    ),
  );
  await play(at({ does: 'wait', seconds: 5 * 86_400 }));
  await play(at({ does: 'sweep' }), at({ does: 'sweep' }));
  check(endFaults(service, facts, before));
}

/** Returns messages that reached the carrier although an earlier event ruled that out. */
const reachFaults = (
  { carrierSide }: RealService,
  facts: Facts,
  { messages }: Snapshot,
): string[] =>
  carrierSide.reached.flatMap(({ messageId: id, at, since, now }) => {
    const row = messages.get(id)!;
    const texts = facts.texts.filter(({ phone }) => phone === row.recipient);
    const isCanceled = facts.cancels.some((one) => one.id === id && one.isObeyed && one.to < at);
    const isStopped = texts.some(
      (stop) =>
        stop.text === 'STOP' &&
        stop.to < since &&
        !texts.some(({ text, from, to }) => text === 'START' && to > stop.from && from < at),
    );
    return [
      ...(isCanceled ? [`${id} was canceled and reached the carrier`] : []),
      ...(isStopped && !row.is_keyword_reply ? [`${id} reached the carrier after a STOP`] : []),
      ...(row.expires_at!.getTime() <= now ? [`${id} reached the carrier after it expired`] : []),
    ];
  });

const endFaults = (service: RealService, facts: Facts, { messages }: Snapshot): string[] =>
  [...messages.values()].flatMap((row) => {
    if (!facts.ends.has(row.id)) return [`${row.id} stays ${row.status} forever`];
    const may = mayEnd(service, facts, row);
    const is = describeEnd(row.status, row.error?.code);
    return may.has(is) ? [] : [`${row.id} is ${is}, but may only be: ${[...may].join(', ')}`];
  });

const describeEnd = (status: MessageStatus, error?: MessageErrorCode): string =>
  error ? `${status} ${error}` : status;

/** Returns the ways in which a message may end, given the observed facts. */
function mayEnd({ carrierSide }: RealService, facts: Facts, row: MessageRow): Set<string> {
  if (facts.cancels.some(({ id, isObeyed }) => id === row.id && isObeyed))
    return new Set(['canceled']);
  const accepted = carrierSide.accepted.get(row.id) ?? [];
  const ends = new Set(accepted.flatMap((refs) => endsOfTaken(facts, refs, row)));
  // A message that the carrier accepted is sent, unless the carrier later reported that it did not
  // get the message.
  if (accepted.length > 0 && !carrierSide.forgotten.includes(row.id)) return ends;
  const results = facts.processings
    .flatMap(({ questions }) => questions)
    .flatMap((one) => (one.about === 'submit' ? (one.response.get(row.id) ?? []) : []));
  if (results.some(({ kind }) => kind === 'refused')) ends.add('failed carrier_rejected');
  const hasStopped = facts.texts.some(
    ({ phone, text }) => text === 'STOP' && phone === row.recipient,
  );
  if (hasStopped && !row.is_keyword_reply) ends.add('failed recipient_opted_out');
  if (row.final_at && row.expires_at! <= row.final_at)
    ends.add('expired ttl_expired').add('expired carrier_unavailable');
  return ends;
}

function endsOfTaken(facts: Facts, refs: readonly string[], row: MessageRow): string[] {
  const ended = facts.ends.get(row.id)!;
  const parts = refs.map((ref) => {
    const receipts = facts.receipts.filter((one) => one.ref === ref && one.from < ended.to);
    // Keep the receipts that may have been the first.
    const first = receipts.filter(({ from }) => receipts.every(({ to }) => to > from));
    return {
      ends: new Set(first.map(({ outcome }) => endOfOutcome[outcome])),
      isKnown: receipts.some(({ to }) => to < ended.from),
    };
  });
  const mayArrive = parts.every(({ ends }) => ends.has('delivered'));
  const hasArrived = parts.every(
    ({ ends, isKnown }) => isKnown && [...ends].join() === 'delivered',
  );
  const hasFailed = parts.some(({ ends, isKnown }) => isKnown && !ends.has('delivered'));
  return [
    ...parts.flatMap(({ ends }) => [...ends]).filter((end) => end !== 'delivered'),
    ...(mayArrive ? ['delivered'] : []),
    ...(hasFailed || hasArrived || !hasWaited(row) ? [] : ['unconfirmed no_receipt']),
  ];
}

const hour = 3_600_000;
const hasWaited = ({ final_at, sent_at, expires_at }: MessageRow): boolean =>
  !!final_at &&
  !!sent_at &&
  final_at.getTime() - sent_at.getTime() > 72 * hour &&
  final_at.getTime() - expires_at!.getTime() > 24 * hour;

const endOfOutcome: Record<ReceiptOutcome, string> = {
  delivered: 'delivered',
  undelivered: 'undelivered carrier_undeliverable',
  rejected: 'undelivered carrier_rejected',
  discarded: 'undelivered carrier_discarded',
  expired: 'expired carrier_expired',
  opted_out: 'undelivered recipient_opted_out',
  unregistered: 'undelivered unregistered_sender',
  unroutable: 'undelivered no_route',
  unavailable: 'undelivered carrier_unavailable',
  // The messages have no media.
  media_rejected: 'undelivered carrier_rejected',
};
