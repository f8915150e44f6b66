import { delimiter, dirname } from 'node:path';

/**
 * What a program that we start may know of our own environment. Not `NODE_ENV=test` and the like:
 * n8n and its lint rules behave differently under a test runner, and npm installs other things.
 */
export function ownEnvironment(): NodeJS.ProcessEnv {
  const { NODE_ENV: _mode, NODE_OPTIONS: _options, JEST_WORKER_ID: _worker, ...env } = process.env;
  // npm and n8n start helpers by the plain name `node`: it must be the Node that runs us.
  return { ...env, PATH: [dirname(process.execPath), process.env.PATH].join(delimiter) };
}
