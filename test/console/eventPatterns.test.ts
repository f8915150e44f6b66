import { describe, expect, it } from '@jest/globals';
import { describeEvents } from '../../console/src/webhooks/eventPatterns.ts';

describe('the events of a webhook in the list of webhooks', () => {
  it.each([
    [['*'], 'Every event'],
    [['message.*'], 'Every message event'],
    [['contact.opted_out'], 'Contact opted out'],
    [['message.received', 'contact.created'], 'Message received and 1 more'],
    // The service leaves a webhook that has expired without events for a day.
    [[], 'Expired'],
  ])('%j is called "%s"', (patterns, words) => {
    expect(describeEvents(patterns)).toBe(words);
  });
});
