import type { MessageErrorCode, MessageStatus } from '@textloom/shared/contract';
import type { SubmitResult } from '../../../service/carriers/carrier.ts';
import type { ReceiptOutcome } from '../../../service/store/messageTables.ts';

/*
 * What the service promises of messages, told once more and as simply as it can be: one thing after
 * another, in memory, with no database, no locks and no processes.
 */

export interface ModelMessage {
  readonly id: string;
  readonly to: string;
  readonly isReply: boolean;
  readonly dueAt: number;
  readonly expiresAt: number;
  status: MessageStatus;
  error: MessageErrorCode | null;
  /** The statuses that an event has told of, in order. */
  readonly told: MessageStatus[];
  /** The hand-over that has it in hand. */
  hand: Hand | undefined;
  handedAt: number;
  /** Until when the carrier has no room. */
  waitsUntil: number | undefined;
  sentAt: number;
}

/** A hand-over, with how many transactions its process lives for. */
export interface Hand {
  transactionsLeft: number;
}

export interface Model {
  now: number;
  /** By id, which is the order in which they were made. */
  readonly messages: Map<string, ModelMessage>;
  readonly optedOut: Set<string>;
  /** By ref, what the service knows to have been taken. */
  readonly parts: Map<
    string,
    { readonly id: string; readonly part: number; outcome?: ReceiptOutcome }
  >;
  /** The receipts that wait for their message, in order. */
  waiting: { readonly ref: string; readonly outcome: ReceiptOutcome }[];
  /** How a message is seen to have ended, for where there is more than one right way. */
  seen: (id: string) => MessageErrorCode | null | undefined;
}

export const createModel = (now: number): Model => ({
  now,
  messages: new Map(),
  optedOut: new Set(),
  parts: new Map(),
  waiting: [],
  seen: () => undefined,
});

const second = 1_000;
const hour = 3_600 * second;
const claimLasts = 20 * second;

const isUnsent = ({ status }: ModelMessage) => status === 'scheduled' || status === 'queued';
const messagesWhere = (model: Model, is: (message: ModelMessage) => boolean): ModelMessage[] =>
  [...model.messages.values()].filter(is);

/** Where each status may lead to: nowhere from a final one. */
const next: Partial<Record<MessageStatus, readonly MessageStatus[]>> = {
  scheduled: ['sent', 'canceled', 'failed', 'expired'],
  queued: ['sent', 'canceled', 'failed', 'expired'],
  sent: ['delivered', 'undelivered', 'expired', 'unconfirmed'],
};

function move(
  message: ModelMessage,
  status: MessageStatus,
  error: MessageErrorCode | null = null,
): void {
  if (!next[message.status]?.includes(status)) return;
  message.status = status;
  message.error = error;
  message.told.push(status);
  message.hand = undefined;
}

/** Whether it was still in time. */
export function cancel(message: ModelMessage): boolean {
  const isInTime = isUnsent(message) && !message.hand;
  if (isInTime) move(message, 'canceled');
  return isInTime;
}

/** Whether that was new. */
export function optOut(model: Model, phone: string): boolean {
  if (model.optedOut.has(phone)) return false;
  model.optedOut.add(phone);
  for (const message of model.messages.values())
    if (isUnsent(message) && !message.hand && message.to === phone && !message.isReply)
      move(message, 'failed', 'recipient_opted_out');
  return true;
}

export const optIn = (model: Model, phone: string): boolean => model.optedOut.delete(phone);

export function sweep(model: Model): void {
  match(model, () => true);
  for (const message of model.messages.values()) {
    if (isUnsent(message) && !message.hand && message.expiresAt < model.now)
      move(message, 'expired', 'ttl_expired');
    const hasWaited =
      message.expiresAt < model.now - 24 * hour && message.sentAt < model.now - 72 * hour;
    if (message.status === 'sent' && hasWaited) move(message, 'unconfirmed', 'no_receipt');
  }
}

/** What a hand-over asks of the carrier. */
export type Asked = {
  readonly about: 'find' | 'submit';
  readonly messageIds: readonly string[];
};

/** What it is told; undefined where it never hears of it. */
export interface Told {
  readonly taken?: ReadonlyMap<string, readonly string[]>;
  readonly results?: ReadonlyMap<string, SubmitResult>;
}
type HandOver = Generator<Asked, void, Told | undefined>;

/** Hands over what is due. */
export function* dispatch(model: Model, hand: Hand): HandOver {
  const turn = messagesWhere(
    model,
    (message) =>
      isUnsent(message) &&
      !message.hand &&
      message.waitsUntil === undefined &&
      message.dueAt <= model.now &&
      !isBehind(model, message),
  );
  const due = turn.filter((message) => isWanted(model, message, 'ttl_expired'));
  for (const message of due) take(model, hand, message);
  yield* submit(model, hand, due, new Map());
}

/** Takes up what the carrier had no room for, and what a process that is gone had in hand. */
export function* recoverStaleClaims(model: Model, hand: Hand): HandOver {
  for (const message of model.messages.values())
    if (isUnsent(message) && message.waitsUntil !== undefined && message.waitsUntil <= model.now)
      message.waitsUntil = undefined;
  const cutOff = messagesWhere(
    model,
    (message) => isUnsent(message) && !!message.hand && message.handedAt < model.now - claimLasts,
  );
  if (cutOff.length === 0) return;
  for (const message of cutOff) take(model, hand, message);
  const told = yield { about: 'find', messageIds: cutOff.map(({ id }) => id) };
  if (!told) return;
  const taken = told.taken!;
  const unknown = cutOff.filter(({ id }) => !taken.has(id));
  if (unknown.length > 0 && hand.transactionsLeft-- <= 0) return;
  const due = unknown.filter(
    (message) => message.hand === hand && isWanted(model, message, 'carrier_unavailable'),
  );
  for (const message of due) take(model, hand, message);
  yield* submit(
    model,
    hand,
    due,
    new Map([...taken].map(([id, refs]) => [id, { kind: 'accepted', refs }])),
  );
}

function take(model: Model, hand: Hand, message: ModelMessage): void {
  message.status = 'queued';
  message.hand = hand;
  message.handedAt = model.now;
}

/** Whether an earlier one to the same recipient is not out of the way yet. */
const isBehind = (model: Model, message: ModelMessage): boolean =>
  messagesWhere(
    model,
    (ahead) =>
      isUnsent(ahead) &&
      (!!ahead.hand || ahead.waitsUntil !== undefined) &&
      ahead.to === message.to &&
      (ahead.dueAt < message.dueAt || (ahead.dueAt === message.dueAt && ahead.id < message.id)),
  ).length > 0;

/** Whether it may still go out; it ends here where it may not. */
function isWanted(model: Model, message: ModelMessage, ifLate: MessageErrorCode): boolean {
  if (message.expiresAt <= model.now) move(message, 'expired', ifLate);
  else if (model.optedOut.has(message.to) && !message.isReply)
    move(message, 'failed', 'recipient_opted_out');
  return isUnsent(message);
}

function* submit(
  model: Model,
  hand: Hand,
  due: readonly ModelMessage[],
  known: ReadonlyMap<string, SubmitResult>,
): HandOver {
  let results = known;
  if (due.length > 0) {
    const told = yield { about: 'submit', messageIds: due.map(({ id }) => id) };
    if (!told) return;
    results = new Map([...known, ...told.results!]);
  }
  if (results.size === 0 || hand.transactionsLeft-- <= 0) return;
  for (const [id, result] of results) settle(model, hand, model.messages.get(id)!, result);
  if (hand.transactionsLeft-- <= 0) return;
  const refs = new Set(
    [...results.values()].flatMap((result) => (result.kind === 'accepted' ? result.refs : [])),
  );
  match(model, (ref) => refs.has(ref));
}

/** That the carrier has a message is true whoever asked; that it has not, only of the last one. */
function settle(model: Model, hand: Hand, message: ModelMessage, result: SubmitResult): void {
  if (result.kind === 'accepted') {
    for (const [part, ref] of result.refs.entries())
      if (ref !== null && !model.parts.has(ref)) model.parts.set(ref, { id: message.id, part });
    if (isUnsent(message)) message.sentAt = model.now;
    move(message, 'sent');
  } else if (message.hand === hand) {
    if (result.kind === 'refused') move(message, 'failed', result.error);
    else {
      message.hand = undefined;
      message.waitsUntil = model.now + result.retryAfterMs;
    }
  }
}

/** A receipt of what the service does not know yet waits for it. */
export function takeReceipts(model: Model, receipts: Model['waiting']): void {
  model.waiting.push(...receipts);
  const refs = new Set(receipts.map(({ ref }) => ref));
  match(model, (ref) => refs.has(ref));
}

const negative: Partial<Record<ReceiptOutcome, readonly [MessageStatus, MessageErrorCode]>> = {
  undelivered: ['undelivered', 'carrier_undeliverable'],
  rejected: ['undelivered', 'carrier_rejected'],
  discarded: ['undelivered', 'carrier_discarded'],
  expired: ['expired', 'carrier_expired'],
};

/** Applies waiting receipts: the first one of a part counts, the first part that failed speaks for all. */
function match(model: Model, isMeant: (ref: string) => boolean): void {
  const met = new Set<string>();
  model.waiting = model.waiting.filter(({ ref, outcome }) => {
    const part = model.parts.get(ref);
    if (!part || !isMeant(ref)) return true;
    part.outcome ??= outcome;
    met.add(part.id);
    return false;
  });
  for (const id of met) {
    const message = model.messages.get(id)!;
    const parts = [...model.parts.values()].filter((part) => part.id === id);
    const failed = parts.filter(({ outcome }) => outcome !== undefined && negative[outcome]);
    const first = failed.filter(({ part }) => part === Math.min(...failed.map((one) => one.part)));
    // Only a carrier that has taken a message twice makes these more than one.
    const verdicts = first.map(({ outcome }) => negative[outcome!]!);
    const verdict = verdicts.find(([, error]) => error === model.seen(id)) ?? verdicts[0];
    if (verdict) move(message, ...verdict);
    else if (parts.every(({ outcome }) => outcome === 'delivered')) move(message, 'delivered');
  }
}
