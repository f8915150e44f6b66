import type { NodeStatus } from '@node-red/registry';
import { isWithoutReply } from '@textloom/shared/connector/replies';
import type { MessageStatus } from '@textloom/shared/contract';

/** The states of a node that are not the status of a message. */
export const states = {
  working: 'working',
  done: 'done',
  alreadySent: 'already sent',
  waiting: 'waiting for a reply',
  replied: 'reply received',
  noReply: 'no reply',
  connecting: 'connecting',
  listening: 'listening',
  error: 'error',
} as const;
type State = keyof typeof states;

const looks: { readonly [state in State]: NodeStatus } = {
  working: { fill: 'blue', shape: 'ring' },
  done: { fill: 'green', shape: 'dot' },
  alreadySent: { fill: 'grey', shape: 'dot' },
  waiting: { fill: 'blue', shape: 'ring' },
  replied: { fill: 'green', shape: 'dot' },
  noReply: { fill: 'grey', shape: 'ring' },
  connecting: { fill: 'yellow', shape: 'ring' },
  listening: { fill: 'green', shape: 'ring' },
  error: { fill: 'red', shape: 'ring' },
};

/** Returns the badge for a state. The editor translates its text. */
export const badge = (state: State): NodeStatus => ({ ...looks[state], text: `state.${state}` });

/** Returns the badge for the status of a message. */
export const statusBadge = (status: MessageStatus): NodeStatus => ({
  fill: isWithoutReply(status) ? 'red' : status === 'delivered' ? 'green' : 'blue',
  shape: 'dot',
  text: `status.${status}`,
});
