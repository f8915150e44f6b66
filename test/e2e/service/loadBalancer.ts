import { Agent, request as send, type IncomingMessage, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import { startServer } from '../../../scripts/programs/startServer.ts';
import { setTimeout as sleep } from 'node:timers/promises';

/** Describes how a load balancer treats a request. */
export type Fate =
  | 'passed'
  /** The process handles the request, and then the connection of the client breaks. */
  | 'lost'
  /** The connection of the client breaks as soon as the process has the request. */
  | 'cut'
  /** The process gets the request only after this many milliseconds, even if the client left. */
  | number;

export interface LoadBalancer {
  readonly url: string;
  /** Sets the URLs of the processes, which get the requests in turn. */
  readonly balance: (targets: readonly string[]) => void;
  /** Decides how to treat each request from now on, by its number, which starts at 1. */
  readonly treat: (fateOf: (number: number) => Fate) => void;
  readonly stop: () => Promise<void>;
}

/** Sits between the service and the processes of one receiver. */
export async function startLoadBalancer(): Promise<LoadBalancer> {
  const agent = new Agent({ keepAlive: true });
  let targets: readonly string[] = [];
  let chooseFate: (number: number) => Fate = () => 'passed';
  let count = 0;

  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const number = ++count;
    const fate = chooseFate(number);
    const { method, url = '', headers } = request;
    const body = await buffer(request);
    if (typeof fate === 'number') await sleep(fate);
    const target = new URL(url, targets[number % targets.length]);
    const passed = send(target, { method, headers, agent }).end(body);
    if (fate === 'cut') passed.once('finish', () => request.socket.destroy());
    const [answer] = (await once(passed, 'response')) as [IncomingMessage];
    const content = await buffer(answer);
    if (fate === 'lost') request.socket.destroy();
    if (!request.socket.destroyed)
      response.writeHead(answer.statusCode!, answer.headers).end(content);
  };
  const server = await startServer((request, response) =>
    serve(request, response).catch(() => void request.socket.destroy()),
  );
  return {
    url: server.url,
    balance: (next) => void (targets = next),
    treat: (next) => {
      chooseFate = next;
      count = 0;
    },
    stop: async () => {
      agent.destroy();
      await server.stop();
    },
  };
}
