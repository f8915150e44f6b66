import { brokenPromise } from './brokenPromise.ts';
import { historyFaults, rankOf } from './historyFaults.ts';
import { lateReceipts, getRef, type Processing } from './processes.ts';
import type { RealService, Snapshot } from './realService.ts';
import * as reference from './referenceModel.ts';
import type { Model, ModelMessage, Told } from './referenceModel.ts';
import { goodWay, type LateOutcome, type Step } from './steps.ts';

interface Open {
  readonly real: Processing;
  readonly model: ReturnType<typeof reference.dispatch>;
  readonly hand: reference.Hand;
  /** Counts its questions that the model has asked too. */
  asked: number;
}

const mostMessages = 4;

/**
 * Plays steps one after another on the service and on the reference model, and compares the two
 * after each. Throws an error with the whole story if they differ.
 */
export async function playOneByOne(
  service: RealService,
  steps: readonly Step[],
  late: readonly LateOutcome[],
): Promise<void> {
  const model = reference.createModel(service.now());
  const open: Open[] = [];
  const story: string[] = [];
  let before: Snapshot = { messages: new Map(), events: new Map() };

  const fail = (...faults: string[]): never => {
    throw brokenPromise(faults, story, model.messages.keys());
  };

  /** Plays steps on both sides and compares the sides after the last step. */
  const play: Play = async (...steps) => {
    const follows = [];
    for (const step of steps) {
      story.push(JSON.stringify(step));
      follows.push(await act(step));
    }
    const after = await service.observe();
    model.seen = (id) => after.messages.get(id)?.error?.code;
    for (const follow of follows) follow(after);
    const faults = [
      ...historyFaults(before, after, service.carrierSide),
      ...differences(model, after),
    ];
    if (faults.length > 0) fail(...faults);
    before = after;
  };

  /** Runs the step on the service, and returns a function that runs it in the model. */
  const act = async (step: Step): Promise<(after: Snapshot) => void> => {
    switch (step.does) {
      case 'send': {
        if (sentBy(model).length === mostMessages) return () => undefined;
        const response = await service.send(step);
        return () => {
          const isWanted = !model.optedOut.has(service.toPhone(step.to));
          if ('id' in response !== isWanted)
            fail(`The response to the send was ${JSON.stringify(response)}`);
          const dueAt = model.now + step.inSeconds * 1000;
          if ('id' in response)
            add(model, response.id, {
              to: service.toPhone(step.to),
              isReply: false,
              dueAt,
              expiresAt: dueAt + step.ttl * 1000,
            });
        };
      }
      case 'dispatch':
      case 'recover': {
        const real = await service.process(step.does, step.way);
        return () => {
          const hand: reference.Hand = { transactionsLeft: Infinity };
          const begin =
            step.does === 'dispatch' ? reference.dispatch : reference.recoverStaleClaims;
          const one: Open = { real, hand, model: begin(model, hand), asked: 0 };
          open.push(one);
          proceed(one, undefined);
        };
      }
      case 'respond': {
        const held = open.filter(({ real }) => real.isHeld());
        const one = held[step.which % held.length];
        if (!one) return () => undefined;
        await one.real.end(step.ending);
        return () => hear(one, one.asked - 1);
      }
      case 'receipts': {
        const receipts = step.receipts.map(({ which, outcome }) => ({
          ref: getRef(service.carrierSide, which),
          outcome,
        }));
        await service.bringReceipts(receipts, step);
        return () => reference.takeReceipts(model, receipts);
      }
      case 'cancel': {
        const one = [...model.messages.values()][step.which % model.messages.size];
        if (!one) return () => undefined;
        const isCanceled = await service.cancel(one.id);
        return () => {
          if (reference.cancel(one) !== isCanceled)
            fail(`The cancel of ${one.id} was ${isCanceled ? 'accepted' : 'refused'}`);
        };
      }
      case 'text': {
        await service.bringText(step.from, step.text);
        return (after) => {
          const runCommand = step.text === 'STOP' ? reference.optOut : reference.optIn;
          const to = service.toPhone(step.from);
          if (!runCommand(model, to) || !reference.replies(model, to, step.text)) return;
          const reply = [...after.messages.values()].find(
            ({ id, is_keyword_reply }) => is_keyword_reply && !model.messages.has(id),
          );
          const dueAt = model.now;
          if (reply) add(model, reply.id, { to, isReply: true, dueAt, expiresAt: dueAt + day });
          else fail(`${step.text} got no reply`);
        };
      }
      case 'sweep':
        await service.sweep();
        return () => reference.sweep(model);
      case 'wait':
        await service.wait(step.seconds);
        return () => (model.now += step.seconds * 1000);
    }
  };

  /** Lets the model ask the next question and learn what the service learned. */
  const proceed = (one: Open, told: Told | undefined): void => {
    const { done, value: asked } = one.model.next(told);
    const question = one.real.questions[one.asked];
    const is = question ? getText(question) : 'nothing';
    const should = done ? 'nothing' : getText(asked);
    if (is !== should) fail(`The carrier was asked: ${is}. Expected: ${should}`);
    if (done) return;
    one.asked++;
    hear(one, one.asked - 1);
  };

  const hear = (one: Open, index: number): void => {
    const question = one.real.questions[index]!;
    if (question.ending === undefined) return;
    story.push(
      `  ${question.about} ${question.ending} ${JSON.stringify([...question.response.entries()])}`,
    );
    if (question.ending === 'failed' || question.ending === 'process gone') {
      one.model.return(undefined);
      return;
    }
    if (question.ending !== 'answered') one.hand.transactionsLeft = 1;
    proceed(
      one,
      question.about === 'find' ? { accepted: question.response } : { results: question.response },
    );
  };

  for (const step of steps) await play(step);
  await quieten(play, model, open);
  await play({
    does: 'receipts',
    receipts: lateReceipts(service.carrierSide, late),
    isCutOff: false,
  });
  await play({ does: 'wait', seconds: 5 * 86_400 }, { does: 'sweep' });
  for (const { id, status } of model.messages.values())
    if (rankOf[status] !== 3) fail(`${id} stays ${status} forever`);
  await disturb(play, model);
}

const getText = ({ about, messageIds }: reference.Asked): string =>
  `${about} ${[...messageIds].sort().join(', ')}`;

const sentBy = (model: Model): ModelMessage[] =>
  [...model.messages.values()].filter(({ isReply }) => !isReply);

/** Limits how long a reply to a keyword may wait to be sent. */
const day = 86_400_000;

function add(
  model: Model,
  id: string,
  facts: Pick<ModelMessage, 'to' | 'isReply' | 'dueAt' | 'expiresAt'>,
): void {
  model.messages.set(id, {
    ...facts,
    id,
    status: facts.dueAt > model.now ? 'scheduled' : 'queued',
    error: null,
    told: [],
    hand: undefined,
    handedAt: 0,
    attempts: 0,
    waitsUntil: undefined,
    sentAt: 0,
  });
}

const differences = (model: Model, { messages, events }: Snapshot): string[] => [
  ...[...messages.keys()]
    .filter((id) => !model.messages.has(id))
    .map((id) => `${id} should not exist`),
  ...[...model.messages.values()].flatMap((message) => {
    const row = messages.get(message.id)!;
    const isUnsent = rankOf[row.status] < 2;
    const should = [
      message.to,
      message.isReply ? 'a reply' : 'no reply',
      `due at ${message.dueAt}`,
      `expires at ${message.expiresAt}`,
      message.status,
      message.error,
      message.hand ? 'claimed' : 'not claimed',
      isUnsent && message.waitsUntil !== undefined ? 'waits for capacity' : 'waits for no capacity',
      ...message.told,
    ].join(', ');
    const is = [
      row.recipient,
      row.is_keyword_reply ? 'a reply' : 'no reply',
      `due at ${row.due_at?.getTime()}`,
      `expires at ${row.expires_at?.getTime()}`,
      row.status,
      row.error?.code,
      row.submitting_at ? 'claimed' : 'not claimed',
      isUnsent && row.not_before ? 'waits for capacity' : 'waits for no capacity',
      ...events.get(row.id)!.map(({ data }) => data.status),
    ].join(', ');
    return is === should ? [] : [`${row.id} is: ${is}. Expected: ${should}`];
  }),
];

type Play = (...steps: readonly Step[]) => Promise<void>;

/** Ends everything in progress, lets time pass, and lets the service finish its work. */
async function quieten(play: Play, model: Model, open: readonly Open[]): Promise<void> {
  while (open.some(({ real }) => real.isHeld()))
    await play({ does: 'respond', which: 0, ending: 'process gone' });
  const isUnsent = () => [...model.messages.values()].some(({ status }) => rankOf[status] < 2);
  for (let round = 0; round < 6 && isUnsent(); round++)
    await play(
      { does: 'wait', seconds: round === 2 ? 7_200 : 30 },
      { does: 'recover', way: goodWay },
      { does: 'dispatch', way: goodWay },
    );
}

/** Checks that late input does not change messages that have ended. */
async function disturb(play: Play, model: Model): Promise<void> {
  const outcomes = ['undelivered', 'delivered'] as const;
  const receipts = Array.from({ length: 20 }, (_, index) => ({
    which: index % 10,
    outcome: outcomes[index % 2]!,
  }));
  await play(
    { does: 'receipts', receipts, isCutOff: false },
    ...[...model.messages.keys()].map((_, which): Step => ({ does: 'cancel', which })),
    { does: 'text', from: 0, text: 'STOP' },
    { does: 'wait', seconds: 30 },
    { does: 'recover', way: goodWay },
    { does: 'sweep' },
  );
}
