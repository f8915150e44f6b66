import { describe, expect, it } from '@jest/globals';
import { logFailure } from '../../service/observability/log.ts';

/** Lists values as the error messages of databases and parsers quote them. */
const secrets = ['+12025550123', '"Zebra crossing"', "'Zebra'", 'tl_admin_0123456789abcdef'];

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

  it.each(secrets)('omits %s, which its message quotes', (secret) => {
    const error = new Error(`duplicate key: ${secret}\nDetail: ${secret}`, {
      cause: new Error(secret),
    });
    const line = logged(Object.assign(error, { detail: secret, parameters: [secret] }));
    expect(line).toContain('duplicate key');
    expect(line).not.toContain(secret.replaceAll(/["']/g, ''));
  });
});
