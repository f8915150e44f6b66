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
    const onInput = createInput(RED, this, form, config);
    this.on('input', (msg, send, done) => {
      onInput(msg, done, (account, input, values) =>
        work({ node: this, account, input, values, msg, send }).then(() => done()),
      );
    });
  });
}

/** Reads the fields of one message at a time, so that messages keep their order. */
const read = createExclusively();

/**
 * Returns a function that reads the form of a node for a message and starts the work with it. It reports
 * errors to Catch nodes. After the node has closed, no work makes a request that still waits.
 */
export function createInput<const S extends ObjectSchema>(
  RED: NodeAPI,
  node: Node,
  form: Form<S>,
  config: ActionDef,
) {
  let isClosed = false;
  node.on('close', () => {
    isClosed = true;
  });
  const openAccount = (): Account => {
    const account = getAccount(RED, config.account);
    return {
      ...account,
      inOrder: (phone, work) =>
        account.inOrder(phone, () => {
          if (isClosed) throw new Error('The node has closed, so it did not make this request.');
          return work();
        }),
    };
  };
  return (
    msg: NodeMessageInFlow,
    done: (error?: Error) => void,
    work: (account: Account, input: Infer<S>, values: Values) => Promise<void>,
  ): void => {
    const fail = (error: unknown) => {
      node.status(badge('error'));
      done(nodeError(error, form.fields));
    };
    node.status(badge('working'));
    read(node.id, async () => {
      const account = openAccount();
      const values: Values = { ...config };
      const input = await readForm(RED, node, form, values, msg);
      // The next message does not wait for this work unless both are for the same person.
      work(account, input, values).catch(fail);
    }).catch(fail);
  };
}
