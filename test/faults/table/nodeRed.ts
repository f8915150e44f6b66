import type { Fault } from '../fault.ts';

// prettier-ignore
export const nodeRed: readonly Fault[] = [
  { file: 'connectors/node-red/src/webhooks/receive.ts', find: 'const toleranceSeconds = 300;', plant: 'const toleranceSeconds = 3000;', harm: 'forged', why: 'a captured delivery starts the flow again later', suite: 'test/node-red/receive.test.ts' },
  { file: 'connectors/node-red/src/webhooks/receive.ts', find: 'if (!event) return 401;', plant: 'if (!event) { handle(JSON.parse(delivery.body)); return 401; }', harm: 'forged', why: 'a delivery that the service did not sign starts the flow', suite: 'test/node-red/receive.test.ts' },
  { file: 'connectors/node-red/src/webhooks/receive.ts', find: 'const key = seenKey(url, event);', plant: 'const key = seenKey(url + Math.random(), event);', harm: 'sent twice', why: 'a repeated event starts the flow again', suite: 'test/node-red/receive.test.ts' },
  { file: 'connectors/node-red/src/webhooks/receive.ts', find: 'attempt > 1 ?', plant: 'attempt > 99 ?', harm: 'sent twice', why: 'an event that Node-RED handled before a restart starts the flow again', suite: 'test/node-red/receive.test.ts' },
  { file: 'connectors/node-red/src/webhooks/receive.ts', find: "if (status === 'busy') return 503;", plant: "if (status === 'busy') return 200;", harm: 'lost', why: 'an event that another process may be handling never starts the flow', suite: 'test/node-red/receive.test.ts' },
  { file: 'connectors/node-red/src/nodes/sendOnce.ts', find: 'JSON.stringify([id, _msgid, content])', plant: 'JSON.stringify([id, Math.random(), content])', harm: 'sent twice', why: 'a flow that repeats a message after an error sends the text again', suite: 'test/node-red/sendOnce.test.ts' },
  { file: 'connectors/node-red/src/nodes/sendOnce.ts', find: 'JSON.stringify([id, _msgid, content])', plant: 'JSON.stringify([id, _msgid])', harm: 'lost', why: 'a function node that makes several messages of one sends only the first', suite: 'test/node-red/sendOnce.test.ts' },
  { file: 'connectors/node-red/src/nodes/sendOnce.ts', find: '{ ...draft, to: number }, options)', plant: '{ ...draft, to: number }, { onReplay })', harm: 'sent twice', why: 'a text goes out again although it has a deduplication key', suite: 'test/node-red/sendOnce.test.ts' },
  { file: 'connectors/node-red/src/webhooks/subscriptions.ts', find: 'if (!running.has(nodeId)) end(key).catch(warnOf);', plant: 'void nodeId, void key;', harm: 'wrong', why: 'the service delivers to a deleted node forever', suite: 'test/node-red/subscriptions.test.ts' },
  { file: 'connectors/node-red/src/webhooks/subscriptions.ts', find: 'before.id !== undefined && before.id !== id', plant: 'before.id !== undefined', harm: 'lost', why: 'a node that starts again ends its own subscription', suite: 'test/node-red/subscriptions.test.ts' },
];
