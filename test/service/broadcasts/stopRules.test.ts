import { describe, expect, it } from '@jest/globals';
import { limits } from '@textloom/shared/contract';
import { findBrokenRule } from '../../../service/broadcasts/stopRules.ts';
import type { TallyKind } from '../../../service/store/tables/broadcastTables.ts';

const { broadcastTrial: trial } = limits;
const rules = { failure_percent: 20, opt_out_percent: 5 };
const createTally = (counts: Partial<Record<TallyKind, number>>) =>
  Object.fromEntries(
    Object.entries(counts).map(([kind, messages]) => [kind, { messages, segments: messages }]),
  );
const judge = (counts: Partial<Record<TallyKind, number>>) =>
  findBrokenRule(rules, createTally(counts), {});

describe('the stop rules', () => {
  it('do not count a message with no delivery report as failed', () => {
    expect(judge({ unconfirmed: trial })).toBeUndefined();
    expect(judge({ undelivered: trial })).toBe('failure_rate');
    expect(judge({ unconfirmed: 4 * trial, failed: trial })).toBeUndefined();
    expect(judge({ unconfirmed: 4 * trial, failed: trial + 1 })).toBe('failure_rate');
  });

  it('count opt-outs after messages that the carrier accepted, before any report', () => {
    expect(judge({ sent: trial, opted_out: trial })).toBe('opt_out_rate');
    expect(judge({ sent: trial - 1, opted_out: trial - 1 })).toBeUndefined();
    expect(judge({ sent: 10 * trial, opted_out: trial / 2 })).toBeUndefined();
    expect(judge({ unconfirmed: trial, opted_out: 3 })).toBe('opt_out_rate');
  });
});
