import type { Node, NodeContext, NodeMessage } from '@node-red/registry';
import type { Message } from '@textloom/shared/contract';

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
 * Returns the questions of a node, in its context. If Node-RED stores contexts in files, they outlive a
 * restart. Each question has a separate key, so that no question overwrites another.
 */
export function createQuestionStore(node: Pick<Node, 'context'>) {
  const context: NodeContext = node.context();
  // The connection of an HTTP In node cannot be stored, so only this process keeps it.
  const live = new Map<string, NodeMessage>();
  const set = (messageId: string, question: Question | undefined): Promise<void> =>
    new Promise((resolve, reject) => {
      context.set(prefix + messageId, question, (error: Error | null) => {
        if (error) reject(error);
        else resolve();
      });
    });
  return {
    save: (question: Question): Promise<void> => {
      const { req, res, ...msg } = question.msg;
      live.set(question.message.id, question.msg);
      return set(question.message.id, { ...question, msg });
    },
    remove: (messageId: string): Promise<void> => {
      live.delete(messageId);
      return set(messageId, undefined);
    },
    load: (messageId: string): Promise<Question | undefined> =>
      new Promise((resolve, reject) => {
        context.get(prefix + messageId, (error: Error | null, found) => {
          if (error) reject(error);
          const stored = found as Question | undefined;
          resolve(stored && { ...stored, msg: live.get(messageId) ?? stored.msg });
        });
      }),
    /** Returns the IDs of the messages that wait. */
    ids: (): Promise<string[]> =>
      new Promise((resolve) => {
        context.keys((_error, keys) => {
          const names = (keys as string[] | undefined) ?? [];
          const own = names.filter((name) => name.startsWith(prefix));
          resolve(own.map((name) => name.slice(prefix.length)));
        });
      }),
  };
}
