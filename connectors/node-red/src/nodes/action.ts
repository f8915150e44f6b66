import type { Node, NodeAPI, NodeDef, NodeMessageInFlow } from '@node-red/registry';
import { createExclusively } from '@textloom/shared/connector/exclusively';
import type { Infer, ObjectSchema } from '@textloom/shared/contract';
import { getAccount, type Account } from '../connection/account.ts';
import { nodeError } from '../connection/errors.ts';
import type { Form } from '../forms/form.ts';
import { badge } from './badge.ts';
import { readForm, type Values } from './readForm.ts';

export interface ActionDef extends NodeDef {
  readonly account: string;
}

/** Handles one message. It shows what happens in the badge of the node. */
type Work<S extends ObjectSchema> = (run: {
  readonly node: Node;
  readonly account: Account;
  readonly input: Infer<S>;
  /** The values as the user typed them. */
  readonly values: Values;
  readonly msg: NodeMessageInFlow;
  readonly send: (messages: NodeMessageInFlow) => void;
}) => Promise<void>;

/** Registers a node that does something for each message that arrives. */
export function registerAction<const S extends ObjectSchema>(
  RED: NodeAPI,
  form: Form<S>,
  work: Work<S>,
): void {
  RED.nodes.registerType<Node, ActionDef, object, object>(form.type, function (config) {
    RED.nodes.createNode(this, config);
    this.on('input', (msg, send, done) => {
      onInput(RED, this, form, config, msg, done, (account, input, values) =>
        work({ node: this, account, input, values, msg, send }).then(() => done()),
      );
    });
  });
}

/** The nodes that a deployment or the end of Node-RED has closed. */
const closed = new WeakSet<Node>();
const watched = new WeakSet<Node>();

/** Returns the account of a node, which starts nothing for the node after it has closed. */
function accountUntilClose(RED: NodeAPI, node: Node, id: string): Account {
  if (!watched.has(node)) node.on('close', () => void closed.add(node));
  watched.add(node);
  const account = getAccount(RED, id);
  return {
    ...account,
    inOrder: (phone, work) =>
      account.inOrder(phone, () => {
        if (closed.has(node))
          throw new Error('The node has closed, so it did not make this request.');
        return work();
      }),
  };
}

/** Reads the fields of one message at a time, so that messages keep their order. */
const read = createExclusively();

/** Reads the form for a message and starts the work with it. Reports an error to Catch nodes. */
export function onInput<const S extends ObjectSchema>(
  RED: NodeAPI,
  node: Node,
  form: Form<S>,
  config: ActionDef,
  msg: NodeMessageInFlow,
  done: (error?: Error) => void,
  work: (account: Account, input: Infer<S>, values: Values) => Promise<void>,
): void {
  const fail = (error: unknown) => {
    node.status(badge('error'));
    done(nodeError(error, form.fields));
  };
  node.status(badge('working'));
  read(node.id, async () => {
    const account = accountUntilClose(RED, node, config.account);
    const values: Values = { ...config };
    const input = await readForm(RED, node, form, values, msg);
    // The next message does not wait for this work unless both are for the same person.
    work(account, input, values).catch(fail);
  }).catch(fail);
}
