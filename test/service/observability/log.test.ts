import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { createFailureLog } from '../../../service/observability/failureLog.ts';
import { describeFailure, logFailure } from '../../../service/observability/log.ts';

/** Lists values as the error messages of databases and parsers quote them. */
const secrets = [
  '+12025550123',
  '"Zebra crossing"',
  "'Zebra'",
  'tl_admin_0123456789abcdef',
  'tl_admin:zebra@example.com',
];

describe('a failure in the log', () => {
  const logged = (error: unknown): string => {
    const lines: unknown[] = [];
    logFailure({ error: (...line: unknown[]) => lines.push(line) } as never, error, 'sending');
    return JSON.stringify(lines);
  };

  it('names its kind, its code and its place', () => {
    const error = Object.assign(new TypeError('Broken'), { code: 'E_BROKEN' });
    const line = logged(error);
    for (const part of ['TypeError', 'E_BROKEN', 'log.test.ts', 'Failed while sending'])
      expect(line).toContain(part);
  });

  it('has the code of its cause', () => {
    const cause = Object.assign(new Error('canceling statement'), { code: '57014' });
    expect(describeFailure(new Error('A step of brd_1 failed', { cause }))).toMatchObject({
      code: '57014',
      reason: 'A step of brd_1 failed, caused by canceling statement',
    });
  });

  it.each(secrets)('omits %s, which its message quotes', (secret) => {
    const error = new Error(`duplicate key: ${secret}\nDetail: ${secret}`, {
      cause: new Error(secret),
    });
    const line = logged(Object.assign(error, { detail: secret, parameters: [secret] }));
    expect(line).toContain('duplicate key');
    expect(line).not.toContain(secret.replaceAll(/["']/g, ''));
  });

  it('takes linear time, even if a message quotes the longest header', () => {
    const start = process.threadCpuUsage().user;
    for (const piece of ['x', '“', '`', "'", '(', '1 ', '1(', "('", '@ ', 'tl_'])
      for (let times = 0; times < 10; times++)
        describeFailure(new Error(piece.repeat(16_000 / piece.length)));
    expect((process.threadCpuUsage().user - start) / 1_000).toBeLessThan(1_000);
  });
});

describe('a failure that repeats', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });
  const away = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
  const open = () => {
    const entries: [object, string][] = [];
    const report = createFailureLog({
      error: (entry: object, message: string) => void entries.push([entry, message]),
    } as never);
    const fail = (doing: string, error: Error = away) => report(describeFailure(error), doing);
    return { entries, fail };
  };

  it('is logged with its stack, and then once a minute with a count', () => {
    const { entries, fail } = open();
    for (let second = 0; second < 150; second += 1) {
      fail('sending');
      jest.advanceTimersByTime(1_000);
    }
    expect(entries).toMatchObject([
      [{ code: 'ECONNREFUSED', stack: expect.any(Array) }, 'Failed while sending'],
      [{ code: 'ECONNREFUSED', stack: undefined, times: 59 }, 'Failed again while sending'],
      [{ code: 'ECONNREFUSED', stack: undefined, times: 60 }, 'Failed again while sending'],
    ]);
    jest.advanceTimersByTime(60_000);
    expect(entries[3]).toMatchObject([{ times: 30 }, 'Failed again while sending']);
  });

  it('is logged in full again after a minute without it', () => {
    const { entries, fail } = open();
    fail('sending');
    jest.advanceTimersByTime(600_000);
    fail('sending');
    expect(entries.map(([, message]) => message)).toEqual(Array(2).fill('Failed while sending'));
  });

  it('hides no other failure', () => {
    const { entries, fail } = open();
    fail('sending');
    fail('delivering');
    fail('sending', Object.assign(new Error('Full'), { code: '53100' }));
    fail('sending', new TypeError('A bug'));
    fail('sending', new TypeError('Another bug'));
    expect(entries).toHaveLength(5);
  });
});
