import { describe, expect, it } from '@jest/globals';
import { balance, type Books } from './ledger.ts';

const books: Books = {
  accepted: new Map([
    ['one', 'msg_1'],
    ['two', 'msg_2'],
  ]),
  stored: [
    { id: 'msg_1', text: 'one', status: 'delivered' },
    { id: 'msg_2', text: 'two', status: 'delivered' },
  ],
  submitted: ['one', 'two'],
  events: [
    { id: 'evt_1', message_id: 'msg_1' },
    { id: 'evt_2', message_id: 'msg_2' },
  ],
  delivered: ['evt_1', 'evt_2'],
};

describe('the ledger', () => {
  it('finds no errors if every message was processed once', () => {
    expect(balance(books)).toEqual({
      accepted: 2,
      stored: 2,
      submitted: 2,
      events: 2,
      repeated: 0,
      unsure: 0,
      lost: [],
      duplicated: [],
    });
  });

  it('allows a repeated delivery', () => {
    const found = balance({ ...books, delivered: ['evt_1', 'evt_2', 'evt_2'] });
    expect(found).toMatchObject({ repeated: 1, events: 2, lost: [], duplicated: [] });
  });

  it.each<[string, Partial<Books>]>([
    ['is not stored', { stored: books.stored.slice(1) }],
    ['never reached the carrier', { submitted: ['two'] }],
    ['has no event', { events: books.events.slice(1) }],
    ['the receiver never received the event', { delivered: ['evt_2'] }],
  ])('finds the message that %s', (what, change) => {
    expect(balance({ ...books, ...change }).lost).toEqual([expect.stringContaining(what)]);
  });

  it.each<[string, Partial<Books>]>([
    ['stored', { stored: [...books.stored, { ...books.stored[0]!, id: 'msg_3' }] }],
    ['at the carrier', { submitted: ['one', 'two', 'one'] }],
    ['among the events', { events: [...books.events, { id: 'evt_3', message_id: 'msg_1' }] }],
  ])('finds the message that is %s twice', (where, change) => {
    expect(balance({ ...books, ...change }).duplicated).toEqual([
      expect.stringContaining(`is ${where} 2 times`),
    ]);
  });

  it('counts a message whose response was lost separately', () => {
    const sent = { id: 'msg_1', text: 'one', status: 'sent' };
    const found = balance({
      ...books,
      stored: [sent, books.stored[1]!],
      submitted: ['two'],
      events: books.events.slice(1),
    });
    expect(found).toMatchObject({ unsure: 1, lost: [] });
  });
});
