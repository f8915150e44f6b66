import type { MessageErrorCode, MessageStatus } from '@textloom/shared/contract';
import type { SubmitResult } from '../../../service/carriers/carrier.ts';
import type { ReceiptOutcome } from '../../../service/store/tables/messageTables.ts';

/*
 * Repeats the promises of the service about messages in the simplest form: one event after another,
 * in memory, without a database, locks or processes.
 */

export interface ModelMessage {
  readonly id: string;
  readonly to: string;
  readonly isReply: boolean;
  readonly dueAt: number;
  readonly expiresAt: number;
  status: MessageStatus;
  error: MessageErrorCode | null;
  /** Lists the statuses that events reported, in order. */
  readonly told: MessageStatus[];
  /** The run that has claimed the message. */
  hand: Hand | undefined;
  handedAt: number;
  /** How often a run claimed the message, except to find that the carrier was full. */
  attempts: number;
  /** The carrier is full until this time. */
  waitsUntil: number | undefined;
  sentAt: number;
}

/** A dispatch run, and the number of transactions before its process ends. */
export interface Hand {
  transactionsLeft: number;
}

export interface Model {
  now: number;
  /** Maps IDs to messages, in the order of their creation. */
  readonly messages: Map<string, ModelMessage>;
  readonly optedOut: Set<string>;
  /** Maps a recipient and a keyword to the time of the last reply. */
  readonly repliedAt: Map<string, number>;
  /** Maps references to the parts that the service knows the carrier accepted. */
  readonly parts: Map<
    string,
    { readonly id: string; readonly part: number; outcome?: ReceiptOutcome }
  >;
  /** Lists receipts that wait for their message, in order. */
  waiting: { readonly ref: string; readonly outcome: ReceiptOutcome }[];
  /** Returns the observed error of a message, for cases with more than one correct result. */
  seen: (id: string) => MessageErrorCode | null | undefined;
}

export const createModel = (now: number): Model => ({
  now,
  messages: new Map(),
  optedOut: new Set(),
  repliedAt: new Map(),
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

/** Lists the next statuses of each status. Final statuses have none. */
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

/** Returns whether the cancellation was in time. */
export function cancel(message: ModelMessage): boolean {
  const isInTime = isUnsent(message) && !message.hand;
  if (isInTime) move(message, 'canceled');
  return isInTime;
}

/** Returns whether the opt-out is new. */
export function optOut(model: Model, phone: string): boolean {
  if (model.optedOut.has(phone)) return false;
  model.optedOut.add(phone);
  for (const message of model.messages.values())
    if (isUnsent(message) && !message.hand && message.to === phone && !message.isReply)
      move(message, 'failed', 'recipient_opted_out');
  return true;
}

export const optIn = (model: Model, phone: string): boolean => model.optedOut.delete(phone);

/** Returns whether a keyword of a recipient gets a reply now, which happens once a day. */
export function replies(model: Model, phone: string, keyword: string): boolean {
  const key = `${phone} ${keyword}`;
  const repliedAt = model.repliedAt.get(key);
  if (repliedAt !== undefined && repliedAt >= model.now - 24 * hour) return false;
  model.repliedAt.set(key, model.now);
  return true;
}

export function sweep(model: Model): void {
  match(model, () => true);
  for (const message of model.messages.values()) {
    if (isUnsent(message) && !message.hand && message.expiresAt < model.now) expire(message);
    const hasWaited =
      message.expiresAt < model.now - 24 * hour && message.sentAt < model.now - 72 * hour;
    if (message.status === 'sent' && hasWaited) move(message, 'unconfirmed', 'no_receipt');
  }
}

/** A question that a run asks the carrier. */
export type Asked = {
  readonly about: 'find' | 'submit';
  readonly messageIds: readonly string[];
};

/** The answer to a question. A run that never gets an answer receives undefined. */
export interface Told {
  readonly accepted?: ReadonlyMap<string, readonly string[]>;
  readonly results?: ReadonlyMap<string, SubmitResult>;
}
type Processing = Generator<Asked, void, Told | undefined>;

/** Submits due messages. */
export function* dispatch(model: Model, hand: Hand): Processing {
  const turn = messagesWhere(
    model,
    (message) =>
      isUnsent(message) &&
      !message.hand &&
      message.waitsUntil === undefined &&
      message.dueAt <= model.now &&
      !isBehind(model, message),
  );
  const due = turn.filter((message) => isWanted(model, message));
  for (const message of due) claim(model, hand, message);
  yield* submit(model, hand, due, new Map());
}

/**
 * Reclaims messages that a full carrier postponed, and messages that a dead process had claimed.
 */
export function* recoverStaleClaims(model: Model, hand: Hand): Processing {
  for (const message of model.messages.values())
    if (isUnsent(message) && message.waitsUntil !== undefined && message.waitsUntil <= model.now)
      message.waitsUntil = undefined;
  const cutOff = messagesWhere(
    model,
    (message) => isUnsent(message) && !!message.hand && message.handedAt < model.now - claimLasts,
  );
  if (cutOff.length === 0) return;
  for (const message of cutOff) claim(model, hand, message);
  const told = yield { about: 'find', messageIds: cutOff.map(({ id }) => id) };
  if (!told) return;
  const accepted = told.accepted!;
  const unknown = cutOff.filter(({ id }) => !accepted.has(id));
  if (unknown.length > 0 && hand.transactionsLeft-- <= 0) return;
  const due = unknown.filter((message) => message.hand === hand && isWanted(model, message));
  for (const message of due) take(model, hand, message);
  yield* submit(
    model,
    hand,
    due,
    new Map([...accepted].map(([id, refs]) => [id, { kind: 'accepted', refs }])),
  );
}

function claim(model: Model, hand: Hand, message: ModelMessage): void {
  take(model, hand, message);
  message.attempts++;
}

function take(model: Model, hand: Hand, message: ModelMessage): void {
  message.status = 'queued';
  message.hand = hand;
  message.handedAt = model.now;
}

/** Returns whether an earlier message to the same recipient is still in progress. */
const isBehind = (model: Model, message: ModelMessage): boolean =>
  messagesWhere(
    model,
    (ahead) =>
      isUnsent(ahead) &&
      (!!ahead.hand || ahead.waitsUntil !== undefined) &&
      ahead.to === message.to &&
      (ahead.dueAt < message.dueAt || (ahead.dueAt === message.dueAt && ahead.id < message.id)),
  ).length > 0;

const expire = (message: ModelMessage): void =>
  move(message, 'expired', message.attempts > 0 ? 'carrier_unavailable' : 'ttl_expired');

/** Returns whether the message may still be sent, and ends it if not. */
function isWanted(model: Model, message: ModelMessage): boolean {
  if (message.expiresAt <= model.now) expire(message);
  else if (model.optedOut.has(message.to) && !message.isReply)
    move(message, 'failed', 'recipient_opted_out');
  return isUnsent(message);
}

function* submit(
  model: Model,
  hand: Hand,
  due: readonly ModelMessage[],
  known: ReadonlyMap<string, SubmitResult>,
): Processing {
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

/**
 * An acceptance by the carrier counts no matter who asked. Other results count only for the latest
 * claim.
 */
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
      if (!result.attempt) message.attempts--;
      message.waitsUntil = model.now + result.retryAfterMs;
    }
  }
}

/** Applies receipts. A receipt for an unknown message waits for the message. */
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

/**
 * Applies waiting receipts. The first receipt of a part counts, and the first failed part decides
 * for the message.
 */
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
    // There is more than one verdict only if a carrier accepted a message twice.
    const verdicts = first.map(({ outcome }) => negative[outcome!]!);
    const verdict = verdicts.find(([, error]) => error === model.seen(id)) ?? verdicts[0];
    if (verdict) move(message, ...verdict);
    else if (parts.every(({ outcome }) => outcome === 'delivered')) move(message, 'delivered');
  }
}
