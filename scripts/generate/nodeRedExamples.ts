import { createHash } from 'node:crypto';
import { accountForm } from '../../connectors/node-red/src/forms/account.ts';
import { forms } from '../../connectors/node-red/src/forms/forms.ts';
import { typeName } from '../../connectors/node-red/src/nodes/readForm.ts';

type Values = Readonly<Record<string, unknown>>;
type Wires = readonly (readonly string[])[];
type ExampleNode = Values & { readonly id: string; readonly wires?: Wires };

/** Returns the flows that users can import, by their names in Node-RED's menu. */
export const exampleFlows = (): Record<string, readonly ExampleNode[]> => ({
  'Send a text': flow(
    'Change the phone number in the inject node, and click its button.',
    inject('send now', 'Hello from Node-RED', 'send'),
    textloom('send', 1, {}, ['result']),
    debug('result', 2),
  ),
  'Reply to texts': flow(
    'A text that begins with HOURS gets the opening hours as its answer.',
    textloom('incoming', 0, { keywords: 'HOURS' }, ['answer']),
    setPayload('answer', 1, 'We are open from 9 am to 6 pm.', 'send'),
    textloom('send', 2, {}, ['result']),
    debug('result', 3),
  ),
  'Report failed texts': flow(
    'If a text does not arrive, the person on call gets a text, at most one in 15 minutes. Change the phone number in the change node.',
    // Without alerts, a text to the person on call that does not arrive causes no further text.
    textloom(
      'status',
      0,
      {
        statuses: 'message.undelivered,message.failed,message.expired',
        purpose: 'notification,otp,marketing',
      },
      ['first only'],
    ),
    {
      ...node('first only', 'delay', 1, ['alert']),
      ...{ name: 'first in 15 minutes', pauseType: 'rate', drop: true, outputs: 1 },
      ...{ rate: '1', nbRateUnits: '15', rateUnits: 'minute', allowrate: false },
      ...{ timeout: '5', timeoutUnits: 'seconds' },
      ...{ randomFirst: '1', randomLast: '5', randomUnits: 'seconds' },
    },
    {
      ...node('alert', 'change', 2, ['send']),
      name: 'alert',
      rules: [
        setRule('payload', '"A text to " & topic & " did not arrive: " & payload', 'jsonata'),
        setRule('topic', '+12025550123'),
      ],
    },
    textloom('send', 3, { purpose: 'alert' }, ['result']),
    debug('result', 4),
  ),
  'Save who texts you': flow(
    'Each new sender becomes a pending contact, because a text is not consent to marketing.',
    textloom('incoming', 0, { skip_opt_out_keywords: 'true' }, ['find']),
    { ...textloom('contact', 1, { name: 'find', operation: 'find' }, ['new only']), id: 'find' },
    {
      ...node('new only', 'switch', 2, ['save']),
      ...{ name: 'new', property: 'payload', propertyType: 'msg', rules: [{ t: 'null' }] },
      ...{ checkall: 'true', repair: false, outputs: 1 },
    },
    { ...textloom('contact', 3, { name: 'save', status: 'pending' }, ['result']), id: 'save' },
    debug('result', 4),
  ),
  'Ask and wait for the reply': flow(
    'The first output continues with the reply, and the second one after the time limit.',
    inject('ask now', 'Are you coming tonight?', 'send-and-wait'),
    textloom('send-and-wait', 1, { time_limit: '60' }, ['reply'], ['no reply']),
    debug('reply', 2),
    debug('no reply', 2, 1),
  ),
});

const account: ExampleNode = {
  id: 'textloom-example-account',
  type: accountForm.type,
  name: '',
  ...Object.fromEntries(
    accountForm.fields.filter(({ isSecret }) => !isSecret).map(({ name, value }) => [name, value]),
  ),
};

function flow(comment: string, ...nodes: readonly ExampleNode[]): readonly ExampleNode[] {
  // Node-RED asks about nodes whose IDs it already knows, so each example has different ones.
  const hashId = (id: string) =>
    createHash('sha256').update(`${comment} ${id}`).digest('hex').slice(0, 16);
  // Node-RED centers a node at its place, and a letter is about 7 pixels wide.
  const place = { x: 110 + Math.round(comment.length * 3.5), y: 40 };
  const title = { ...node('comment', 'comment', 0), ...place, name: comment, info: '' };
  return [
    account,
    ...[title, ...nodes].map(({ id, wires, ...rest }) => ({
      ...rest,
      id: hashId(id),
      wires: wires?.map((port) => port.map(hashId)),
    })),
  ];
}

/** Places a node in a column and a row of the canvas. */
const node = (id: string, type: string, column: number, ...wires: Wires): ExampleNode => ({
  id,
  type,
  name: '',
  x: 160 + 200 * column,
  y: 100,
  wires,
});

function textloom(kind: string, column: number, values: Values, ...wires: Wires): ExampleNode {
  const form = forms.find(({ type }) => type === `textloom-${kind}`)!;
  const standard: Values = Object.fromEntries(
    form.fields.flatMap((field) => [
      [field.name, field.value] as const,
      [typeName(field), field.valueType] as const,
    ]),
  );
  return {
    ...node(kind, form.type, column, ...wires),
    account: account.id,
    ...standard,
    ...values,
  };
}

/** Without a name, the node shows its topic and its payload, and covers the next node. */
const inject = (name: string, payload: string, next: string): ExampleNode => ({
  ...node('inject', 'inject', 0, [next]),
  name,
  props: [{ p: 'payload' }, { p: 'topic', vt: 'str' }],
  ...{ repeat: '', crontab: '', once: false, onceDelay: 0.1 },
  ...{ topic: '+12025550123', payload, payloadType: 'str' },
});

const setPayload = (id: string, column: number, text: string, next: string): ExampleNode => ({
  ...node(id, 'change', column, [next]),
  name: id,
  rules: [setRule('payload', text)],
});

const setRule = (property: string, value: string, type = 'str') => ({
  ...{ t: 'set', p: property, pt: 'msg', to: value, tot: type },
});

const debug = (id: string, column: number, row = 0): ExampleNode => ({
  ...node(id, 'debug', column),
  ...{ name: id, active: true, tosidebar: true, complete: 'payload', targetType: 'msg' },
  y: 100 + 60 * row,
});
