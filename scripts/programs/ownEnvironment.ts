import { delimiter, dirname } from 'node:path';

/**
 * Returns the environment for programs that we start. It excludes variables such as
 * `NODE_ENV=test`, because n8n and its lint rules behave differently under a test runner, and npm
 * installs other packages.
 */
export function ownEnvironment(): NodeJS.ProcessEnv {
  const { NODE_ENV: _mode, NODE_OPTIONS: _options, JEST_WORKER_ID: _worker, ...env } = process.env;
  // npm and n8n start helpers by the plain name `node`, which must be the current Node.js.
  return { ...env, PATH: [dirname(process.execPath), process.env.PATH].join(delimiter) };
}
