import { describe, expect, it } from '@jest/globals';
import Fastify from 'fastify';
import pg from 'pg';
import { handleErrors } from '../../../service/http/handleErrors.ts';
import { OverdueError } from '../../../service/concurrency/inTime.ts';
import {
  ConnectionLostError,
  ConnectionRefusedError,
  isConnectionUsable,
  UnconfirmedError,
} from '../../../service/store/databaseFailure.ts';

const withCode = (code: string) => Object.assign(new Error('Secret detail'), { code });
const ofServer = (code: string) =>
  Object.assign(new pg.DatabaseError('Secret', 6, 'error'), { code });

const respondTo = async (error: Error, isChange = false) => {
  const app = Fastify();
  handleErrors(app);
  app.get('/', { config: { isChange } }, () => {
    throw error;
  });
  const response = await app.inject('/');
  return {
    status: response.statusCode,
    retryAfter: response.headers['retry-after'],
    problem: response.json<{ code: string; detail?: string }>(),
  };
};

describe('a request that fails because of the database', () => {
  it.each([
    ['refuses connections', withCode('ECONNREFUSED')],
    ['resets the connection', withCode('ECONNRESET')],
    ['does not respond', withCode('ETIMEDOUT')],
    ['cannot be resolved for now', withCode('EAI_AGAIN')],
    ['cannot be reached', withCode('EHOSTUNREACH')],
    ['shuts down', ofServer('57P01')],
    ['crashes', ofServer('57P02')],
    ['starts up', ofServer('57P03')],
    ['has no connection left', ofServer('53300')],
    ['has no memory left', ofServer('53200')],
    ['ends a statement that takes too long', ofServer('57014')],
    ['waits too long for a lock', ofServer('55P03')],
    ['ends an idle transaction', ofServer('25P03')],
    ['cannot read its disk', ofServer('58030')],
    ['loses the connection', new ConnectionLostError(new Error('Connection terminated'))],
    ['loses the connection with a cause', new Error('x', { cause: withCode('EPIPE') })],
    ['exceeds the time limit of a batch', new OverdueError('Too long')],
  ])('gets 503 with Retry-After when the database %s', async (_, error) => {
    const { status, retryAfter, problem } = await respondTo(error);
    expect([status, problem.code]).toEqual([503, 'unavailable']);
    expect(Number(retryAfter)).toBeGreaterThan(0);
    expect(problem.detail).toBe('The database does not respond.');
  });

  it.each([
    ['full', ofServer('53100'), 'The disk of the database is full.'],
    ['full, embedded', withCode('ENOSPC'), 'The disk of the database is full.'],
    ['read-only', ofServer('25006'), 'The database accepts no changes.'],
    [
      'refusing connections',
      new ConnectionRefusedError(ofServer('28000')),
      'The database refuses the connection. The command textloom doctor says why.',
    ],
  ])('gets 503 with the reason when the database is %s', async (_, error, detail) => {
    expect(await respondTo(error)).toMatchObject({
      status: 503,
      retryAfter: '10',
      problem: { code: 'unavailable', detail },
    });
  });

  it('can retry after a second if it conflicts with another transaction', async () => {
    for (const code of ['40001', '40P01', '23505'])
      expect(await respondTo(ofServer(code))).toMatchObject({ status: 503, retryAfter: '1' });
  });

  it('learns that a change may have been made if the commit got no response', async () => {
    const error = new UnconfirmedError(new ConnectionLostError(new Error('Gone')));
    const { status, retryAfter, problem } = await respondTo(error, true);
    expect([status, retryAfter, problem.code]).toEqual([503, '2', 'unconfirmed']);
    const ofRead = await respondTo(error);
    expect([ofRead.status, ofRead.problem.code]).toEqual([503, 'unavailable']);
  });

  it('gets 500 for a bug, without the message of the database', async () => {
    for (const error of [ofServer('42703'), new TypeError('Secret'), new Error('Secret')]) {
      const { status, problem } = await respondTo(error);
      expect(status).toBe(500);
      expect(JSON.stringify(problem)).not.toContain('Secret');
    }
  });
});

describe('a connection', () => {
  it('stays usable after the server refuses a statement or a value cannot be written', () => {
    for (const error of [ofServer('23505'), ofServer('57014'), new TypeError('Circular')])
      expect(isConnectionUsable(error)).toBe(true);
  });

  it('is discarded if its session ends, it reaches a standby, it breaks or it does not respond', () => {
    for (const error of [
      ofServer('25006'),
      ofServer('57P01'),
      ofServer('25P03'),
      withCode('ECONNRESET'),
      new Error('Query read timeout'),
    ])
      expect(isConnectionUsable(error)).toBe(false);
  });
});
