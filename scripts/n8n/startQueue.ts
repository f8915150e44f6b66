import { randomUUID } from 'node:crypto';
import { deleteKeys } from './redis.ts';
import { startN8n, startProgram, type N8n, type Program } from './start.ts';
import { freePort } from '../programs/port.ts';

const redis = new URL(process.env.REDIS_URL || 'redis://127.0.0.1:6379');

export interface N8nQueue {
  /** The environment for n8n commands that use the same database. */
  env: NodeJS.ProcessEnv;
  /** Starts the processes. The main process executes no workflows. */
  start(options?: QueueOptions): Promise<N8nProcesses>;
  /** Deletes the data of the processes from Redis. */
  remove(): Promise<void>;
}

interface QueueOptions {
  /** How many processes receive webhooks. Defaults to one. */
  webhookProcesses?: number;
  /** The URL of the load balancer in front of them. Defaults to the URL of the first process. */
  publicUrl?: string;
}

export interface N8nProcesses {
  /** The main process, for the editor and for publishing workflows. */
  main: N8n;
  /** The processes that receive webhooks, each at its own URL. */
  webhooks: (Program & { url: string })[];
  /** The process that executes workflows. */
  worker: Program;
  /** Starts a new worker to replace one that ended. */
  startWorker(): Promise<Program>;
  stop(): Promise<void>;
}

/** Configures n8n in queue mode, with a separate PostgreSQL database and the Redis in REDIS_URL. */
export function n8nQueue(userFolder: string, databaseUrl: string): N8nQueue {
  const prefix = `textloom-${randomUUID()}`;
  const database = new URL(databaseUrl);
  const env = {
    N8N_ENCRYPTION_KEY: 'textloom',
    DB_TYPE: 'postgresdb',
    DB_POSTGRESDB_HOST: database.hostname,
    DB_POSTGRESDB_PORT: database.port || '5432',
    DB_POSTGRESDB_DATABASE: database.pathname.slice(1),
    DB_POSTGRESDB_USER: decodeURIComponent(database.username),
    DB_POSTGRESDB_PASSWORD: decodeURIComponent(database.password),
    // With two connections, as by default, n8n stops responding during a burst on a busy machine.
    DB_POSTGRESDB_POOL_SIZE: '8',
    EXECUTIONS_MODE: 'queue',
    OFFLOAD_MANUAL_EXECUTIONS_TO_WORKERS: 'true',
    QUEUE_BULL_PREFIX: prefix,
    N8N_REDIS_KEY_PREFIX: prefix,
    N8N_CACHE_REDIS_KEY_PREFIX: `${prefix}-cache`,
    QUEUE_BULL_REDIS_HOST: redis.hostname,
    QUEUE_BULL_REDIS_PORT: redis.port || '6379',
    QUEUE_BULL_REDIS_PASSWORD: decodeURIComponent(redis.password),
    // Detect quickly that a worker has ended.
    QUEUE_WORKER_LOCK_DURATION: '5000',
    QUEUE_WORKER_LOCK_RENEW_TIME: '1000',
    QUEUE_WORKER_STALLED_INTERVAL: '1000',
  };
  return {
    env,
    start: (options = {}) => startProcesses(userFolder, env, options),
    remove: () => deleteKeys(redis, prefix),
  };
}

async function startProcesses(
  userFolder: string,
  env: NodeJS.ProcessEnv,
  { webhookProcesses = 1, publicUrl }: QueueOptions,
): Promise<N8nProcesses> {
  const ports: number[] = [];
  while (ports.length < webhookProcesses) ports.push(await freePort());
  const toLocalUrl = (port: number) => `http://127.0.0.1:${port}`;
  const common = { ...env, N8N_WEBHOOK_URL: `${publicUrl ?? toLocalUrl(ports[0]!)}/` };
  const main = await startN8n({
    userFolder,
    port: await freePort(),
    brokerPort: await freePort(),
    env: common,
  });
  const startWorker = async () => {
    const health = await freePort();
    return startProgram({
      args: ['worker'],
      userFolder,
      env: {
        ...common,
        QUEUE_HEALTH_CHECK_ACTIVE: 'true',
        QUEUE_HEALTH_CHECK_PORT: String(health),
        N8N_RUNNERS_BROKER_PORT: String(await freePort()),
      },
      url: `http://127.0.0.1:${health}`,
      name: 'worker',
    });
  };
  const startWebhook = async (port: number) => {
    const url = toLocalUrl(port);
    const program = await startProgram({
      args: ['webhook'],
      userFolder,
      env: {
        ...common,
        N8N_PORT: String(port),
        N8N_RUNNERS_BROKER_PORT: String(await freePort()),
      },
      url,
      name: `webhook-${port}`,
    });
    return { ...program, url };
  };
  const [worker, ...webhooks] = await Promise.all([startWorker(), ...ports.map(startWebhook)]);
  const processes: N8nProcesses = {
    main,
    webhooks,
    worker,
    startWorker: async () => (processes.worker = await startWorker()),
    stop: async () => {
      await Promise.all([main, ...webhooks, processes.worker].map((one) => one.stop()));
    },
  };
  return processes;
}
