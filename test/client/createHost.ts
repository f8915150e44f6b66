import {
  createClient,
  type Host,
  type HttpRequest,
  type HttpResponse,
} from '@textloom/shared/client';
import { contract, errors, sampleOf, type ErrorCode } from '@textloom/shared/contract';
import { problemBody } from '../problemBody.ts';

export type Answer = Partial<HttpResponse> | Error;

/**
 * Creates a host whose service returns these responses in turn. Its time passes only while it
 * sleeps.
 */
export function createHost(
  answers: readonly Answer[],
  {
    budget = 60_000,
    connectBudget,
    isShared = false,
    random = 0,
    whileAsleep = () => {},
  }: {
    budget?: number;
    connectBudget?: number;
    /** Whether all calls share the budget, so that less and less of it is left. */
    isShared?: boolean;
    random?: number;
    whileAsleep?: () => void;
  } = {},
) {
  const requests: HttpRequest[] = [];
  const sleeps: number[] = [];
  let time = 0;
  let keys = 0;
  const host: Host = {
    transport: (request) => {
      requests.push(request);
      const answer = answers[requests.length - 1] ?? answers.at(-1)!;
      return answer instanceof Error
        ? Promise.reject(answer)
        : Promise.resolve({ status: 200, headers: {}, body: undefined, ...answer });
    },
    sleep: (milliseconds, signal) => {
      sleeps.push(milliseconds);
      time += milliseconds;
      whileAsleep();
      return signal?.aborted ? Promise.reject(new Error('aborted')) : Promise.resolve();
    },
    now: () => time,
    random: () => random,
    createKey: () => `key-${++keys}`,
    get budget() {
      return isShared ? budget - time : budget;
    },
    connectBudget,
  };
  return { client: createClient(host), requests, sleeps };
}
export const sent = sampleOf(contract.message.send.output);
export const problem = (code: ErrorCode, more: object = {}): Answer => ({
  status: errors[code].status,
  body: problemBody(code, errors[code].status, more),
});
export const hi = { to: '+12025550123', text: 'Hi' };
