import { describe, expect, it } from '@jest/globals';
import {
  contract,
  createEventSchema,
  sampleOf,
  type Attempt,
  type Event,
  type Message,
} from '@textloom/shared/contract';
import { toLocalInput, fromLocalInput } from '../../console/src/dates.ts';
import { toSteps } from '../../console/src/messages/steps.ts';
import { fileName } from '../../console/src/ui/fileName.ts';
import { linkTo, handsetNumber, parseFragment } from '../../console/src/route.ts';
import {
  isImplied,
  patternLabel,
  withoutImplied,
} from '../../console/src/webhooks/eventPatterns.ts';

describe('a URL of the console', () => {
  it('can be parsed back into its parts', () => {
    const address = linkTo('messages', undefined, { to: '+1 202', status: '', from: undefined });
    expect(address).toBe('#/messages?to=%2B1+202');
    expect(parseFragment(address)).toEqual({
      page: 'messages',
      id: undefined,
      query: { to: '+1 202' },
    });
    expect(parseFragment(linkTo('contacts', 'con_1'))).toEqual({
      page: 'contacts',
      id: 'con_1',
      query: {},
    });
    expect(handsetNumber(parseFragment('#/handsets/+12025550100'))).toBe('+12025550100');
  });

  it('leads to no page if it is invalid', () => {
    expect(parseFragment('#nonsense')).toEqual({ page: '', id: undefined, query: {} });
    expect(handsetNumber(parseFragment('#/handsets/new'))).toBeUndefined();
  });
});

describe('a file of a message', () => {
  it.each([
    ['its name', 'https://example.com/menu.jpg?size=2', null, 'menu.jpg'],
    [
      'its type if its address has no name',
      'https://sms.example.com/media/med_1',
      'image/png',
      'image/png',
    ],
    ['the end of its address if its type is unknown', 'https://example.com/menu/', null, 'menu'],
    ['its host if its address has no path', 'https://example.com', null, 'example.com'],
    ['its address if nothing else is known', 'menu', null, 'menu'],
  ])('is shown with %s', (_, url, content_type, name) => {
    expect(fileName({ url, content_type })).toBe(name);
  });
});

describe('the timeline of a message', () => {
  const message: Message = {
    ...sampleOf(contract.message.get.output),
    direction: 'outbound',
    final_at: null,
    sent_at: null,
  };
  const notified = (type: Event['type'], sequence: number, more: object = {}): Event => {
    const event = sampleOf(createEventSchema(type)) as Event;
    return { ...event, id: `evt_${sequence}`, data: { ...event.data, ...more, sequence } } as Event;
  };

  it('follows the order of the statuses, however the events arrive', () => {
    const events = [notified('message.delivered', 2), notified('message.sent', 1)];
    const done = { ...message, final_at: '2026-01-01T00:00:00Z' };
    expect(toSteps(done, events).map(({ title }) => title)).toEqual([
      'Accepted by the service',
      'Sent',
      'Delivered',
    ]);
  });

  it('ends with the next step', () => {
    const last = (changes: Partial<Message>) => toSteps({ ...message, ...changes }, []).at(-1);
    const send_at = '2026-02-01T00:00:00Z';
    expect(last({ status: 'scheduled', send_at })).toMatchObject({
      title: 'Will be sent',
      at: send_at,
    });
    expect(last({ status: 'queued' })).toMatchObject({ title: 'Waiting in the queue' });
    expect(last({ status: 'sent', sent_at: send_at })).toMatchObject({
      title: 'Waiting for the delivery receipt',
    });
  });

  it('says why a message did not arrive', () => {
    const error = {
      code: 'no_route',
      message: 'There is no route',
      carrier_code: null,
      retryable: false,
    };
    const steps = toSteps(message, [notified('message.failed', 1, { error })]);
    expect(steps[1]).toMatchObject({ title: 'Failed', note: 'There is no route.', tone: 'error' });
  });

  it('shows the attempts that failed between the other steps, and which carrier took it', () => {
    const attempt = (result: Attempt['result'], carrier: string, minute: number): Attempt => ({
      ...sampleOf(contract.message.attempts.output).data[0]!,
      ...{ id: `att_${minute}`, result, carrier, carrier_code: null, count: minute },
      first_at: `2026-01-31T09:0${minute}:00.000Z`,
    });
    const sent = { ...notified('message.sent', 1), timestamp: '2026-01-31T09:05:00.000Z' };
    const steps = toSteps(
      message,
      [sent],
      [
        attempt('accepted', 'telnyx', 5),
        attempt('limited', 'twilio', 2),
        attempt('unreachable', 'twilio', 1),
      ],
    );
    expect(steps.map(({ title, note }) => [title, note])).toEqual([
      ['Accepted by the service', undefined],
      ['twilio could not be reached', undefined],
      ['twilio asked for a pause', '2 attempts ended like this.'],
      ['Sent', 'The carrier telnyx accepted the message.'],
      ['Waiting in the queue', undefined],
    ]);
  });

  it('of a received message begins when the message arrived', () => {
    const steps = toSteps({ ...message, direction: 'inbound' }, [notified('message.received', 1)]);
    expect(steps.map(({ title }) => title)).toEqual(['Received']);
  });
});

describe('the events of a webhook', () => {
  it('have readable names', () => {
    expect(['*', 'message.*', 'message.sent'].map(patternLabel)).toEqual([
      'Every event',
      'Every message event',
      'Message sent',
    ]);
  });

  it('are not requested twice', () => {
    expect(withoutImplied(['message.sent', 'message.*', 'contact.created'])).toEqual([
      'contact.created',
      'message.*',
    ]);
    expect(withoutImplied(['*', 'message.*', 'message.sent'])).toEqual(['*']);
    expect(isImplied('message.sent', ['contact.*'])).toBe(false);
  });
});

it('a time is the same after a round trip through a browser field', () => {
  const at = '2026-03-29T10:15:00.000Z';
  expect(fromLocalInput(toLocalInput(at))).toBe(at);
  expect(fromLocalInput('')).toBe('');
  expect(toLocalInput('')).toBe('');
});
