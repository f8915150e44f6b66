import type { Node, NodeContext, NodeMessage } from '@node-red/registry';
import { createExclusively } from '@textloom/shared/connector/exclusively';
import type { Event, Message } from '@textloom/shared/contract';
import { isOfLimit } from './endsWait.ts';

/** A message that waits for the reply to a text. */
export interface Question {
  readonly msg: NodeMessage;
  /** The text that the node sent. */
  readonly message: Message;
  /** The time when the wait ends. */
  readonly until: string;
}

const prefix = 'question_';

/**
 * The questions of this process, by the IDs of their nodes and messages. Each deployment clears the
 * context of a node unless Node-RED stores contexts in files, and a file cannot hold the connection of
 * an HTTP In node.
 */
const live = new Map<string, Map<string, readonly Question[]>>();

/** Reads and changes the questions of one message one after the other. */
const exclusively = createExclusively();

/** Forgets the questions of nodes that no longer run. */
export function forgetQuestions(runs: (nodeId: string) => boolean): void {
  for (const nodeId of live.keys()) if (!runs(nodeId)) live.delete(nodeId);
}

/**
 * Returns the questions of a node, from this process and from its context. If Node-RED stores contexts
 * in files, they outlive a restart. Each text has a separate key, so that no question overwrites
 * another. Several messages can wait for the reply to the same text.
 */
export function createQuestionStore(node: Pick<Node, 'id' | 'context'>) {
  const context: NodeContext = node.context();
  const own = live.get(node.id) ?? new Map<string, readonly Question[]>();
  live.set(node.id, own);
  const get = (messageId: string): Promise<unknown> =>
    new Promise((resolve, reject) => {
      context.get(prefix + messageId, (error: Error | null, found) => {
        if (error) reject(error);
        else resolve(found);
      });
    });
  const set = (messageId: string, questions: readonly Question[] | undefined): Promise<void> =>
    new Promise((resolve, reject) => {
      context.set(prefix + messageId, questions, (error: Error | null) => {
        if (error) reject(error);
        else resolve();
      });
    });
  const read = async (messageId: string): Promise<readonly Question[]> => {
    const known = own.get(messageId);
    if (known) return known;
    const found = ((await get(messageId)) ?? []) as readonly Question[];
    if (found.length > 0) own.set(messageId, found);
    return found;
  };
  const inTurn = <T>(messageId: string, work: () => Promise<T>): Promise<T> =>
    exclusively(`${node.id}/${messageId}`, work);
  const change = (
    messageId: string,
    edit: (before: readonly Question[]) => readonly Question[],
  ): Promise<void> =>
    inTurn(messageId, async () => {
      const after = edit(await read(messageId));
      if (after.length > 0) own.set(messageId, after);
      else own.delete(messageId);
      await set(messageId, after.length > 0 ? after.map(withoutConnection) : undefined);
    });
  return {
    add: (question: Question): Promise<void> =>
      change(question.message.id, (before) => [...before, question]),
    remove: (messageId: string, ended: readonly object[]): Promise<void> =>
      change(messageId, (before) => before.filter((one) => !ended.includes(one))),
    load: (messageId: string): Promise<readonly Question[]> =>
      inTurn(messageId, () => read(messageId)),
    /** Returns the IDs of the texts whose reply a message waits for. */
    ids: (): Promise<string[]> =>
      new Promise((resolve) => {
        context.keys((_error, keys) => {
          const names = (keys as string[] | undefined) ?? [];
          const stored = names.filter((name) => name.startsWith(prefix));
          const ids = stored.map((name) => name.slice(prefix.length));
          resolve([...new Set([...own.keys(), ...ids])]);
        });
      }),
  };
}

function withoutConnection(question: Question): Question {
  const { req, res, ...msg } = question.msg;
  return { ...question, msg };
}

/** Returns the questions that an event ends, or the end of a time limit without one. */
export function selectDue(waiting: readonly Question[], event: Event | undefined) {
  if (!isOfLimit(event)) return waiting;
  const now = event ? Date.parse(event.timestamp) : Date.now();
  return waiting.filter(({ until }) => Date.parse(until) <= now);
}

/** Returns the latest time when one of the waits ends, or undefined if there is none. */
export const findLatestEnd = (waiting: readonly Question[]): string | undefined =>
  waiting
    .map(({ until }) => until)
    .sort()
    .at(-1);
