import { expect, it } from '@jest/globals';
import { findReplySender } from '../../connectors/node-red/src/nodes/findReplySender.ts';

const received = { direction: 'inbound', from: '+12025550123', to: '+12025550188' };
const answerTo = (msg: Readonly<Record<string, unknown>>, to = '+12025550123') =>
  findReplySender(msg, to);

it.each<[string, Readonly<Record<string, unknown>>]>([
  ['an incoming text', { event: { data: received } }],
  ['a reply', { reply: received }],
  [
    'the reply that follows an incoming text',
    { event: { data: { ...received, to: 'old' } }, reply: received },
  ],
])('the answer to %s goes out from the number that got it', (_, msg) => {
  expect(answerTo(msg)).toBe('+12025550188');
  expect(answerTo(msg, '+1 (202) 555-0123')).toBe('+12025550188');
});

it.each<[string, Readonly<Record<string, unknown>>]>([
  ['a text to another person', { event: { data: { ...received, from: '+12025550199' } } }],
  ['the report about a sent text', { event: { data: { ...received, direction: 'outbound' } } }],
  ['any other message', {}],
  ['properties with other values', { event: 'click', reply: null }],
])('%s leaves the choice of the sender to the service', (_, msg) => {
  expect(answerTo(msg)).toBeUndefined();
});
