import { describe, expect, it } from '@jest/globals';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readConfig, settings } from '../../service/config/config.ts';

const root = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const [dockerfile, compose] = [read('Dockerfile'), read('compose.yaml')];
const manifest = JSON.parse(read('package.json')) as {
  workspaces: string[];
  optionalDependencies: Record<string, string>;
};
const known = Object.values(settings).map(({ variable }) => variable);
/**
 * Holds the variables that compose.yaml sets for the service, with sample values for those that the
 * user sets.
 */
const environment = Object.fromEntries(
  [...compose.split('depends_on')[0]!.matchAll(/^ {4}([A-Z_0-9]+): (.*)$/gm)].map(
    ([, name, value]) => [
      name!,
      value!
        .replace(/\$\{POSTGRES_PASSWORD:[^}]*\}/, 'f00')
        .replace(/\$\{API_KEY:[^}]*\}/, 'tl_admin_0123456789abcdef')
        .replace(/\$\{[A-Z_0-9]+:-\}/, '')
        .replaceAll("'", ''),
    ],
  ),
);

describe('the installed packages', () => {
  it('are those in the lock file, with their checksums, and never a version that can change under its name', () => {
    expect(read('scripts/setup.mjs').match(/\['(ci|rebuild|install|exec)'[^\]]*\]/g)).toEqual([
      "['ci', '--ignore-scripts', '--no-audit', '--no-fund']",
    ]);
    for (const [, options] of dockerfile.matchAll(/npm ci(.*)/g))
      expect(options).toContain('--ignore-scripts');
    const lock = JSON.parse(read('package-lock.json')) as {
      packages: Record<string, { version?: string; integrity?: string }>;
    };
    for (const [name, version] of Object.entries(manifest.optionalDependencies))
      expect(lock.packages[`node_modules/${name}`]).toMatchObject({
        version,
        integrity: expect.stringMatching(/^sha512-/),
      });
  });
});

describe('the container', () => {
  it('uses the same Node.js as everything else', () => {
    const images = [...dockerfile.matchAll(/^FROM node:(\d+)/gm)].map(([, major]) => major);
    const packages = Object.values(manifest.optionalDependencies);
    expect(new Set(images)).toEqual(new Set(packages.map((version) => version.split('.')[0])));
  });

  it('contains the manifest of every workspace, which npm needs to accept the lock file', () => {
    for (const workspace of manifest.workspaces)
      expect(dockerfile).toContain(`COPY ${workspace}/package.json ${workspace}/\n`);
  });

  it('names only files that exist', () => {
    const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, from]) =>
      from!.split(' '),
    );
    const run = [...dockerfile.matchAll(/(?:\/app\/|"node", ")([\w/.-]+\.\w+)/g)].map(
      ([, path]) => path!,
    );
    expect(run).toHaveLength(2);
    expect([...copied, ...run].filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });

  it('sets known variables and exposes the configured port', () => {
    const [, set] = /^ENV (.*)$/m.exec(dockerfile)!;
    const own = Object.fromEntries(
      set!.split(' ').map((pair) => pair.split('=') as [string, string]),
    );
    const { NODE_ENV, ...variables } = own;
    expect(NODE_ENV).toBe('production');
    for (const name of Object.keys(variables)) expect(known).toContain(name);
    const { port, allowPrivateWebhooks } = readConfig(variables);
    expect(allowPrivateWebhooks).toBe(false);
    expect(dockerfile).toContain(`EXPOSE ${port}\n`);
    expect(compose).toContain(`service-3:${port} {`);
  });

  it('gets a domain and its ports without a change to compose.yaml, which the next version replaces', () => {
    const { port } = readConfig({});
    expect(compose).toContain(`      :${port} \${PROXY_DOMAIN:-} {\n`);
    const guide = read('docs/running.md');
    for (const written of ['PROXY_DOMAIN=', '> compose.override.yaml'])
      expect(guide).toContain(written);
    expect(read('.gitignore').split('\n')).toContain('compose.override.yaml');
  });

  it('is isolated in a separate network, because a network that other containers use stays as it is', () => {
    expect(compose).toContain(
      '    name: ${COMPOSE_PROJECT_NAME:-textloom}_default${ISOLATED:+_isolated}\n    internal: ${ISOLATED:-false}\n',
    );
    const guide = read('docs/running.md');
    const [, isolated, check] =
      /^ISOLATED=true (docker compose up .*)\ndocker network inspect (.*)$/m.exec(guide)!;
    expect(isolated).toBe('docker compose up --detach service-1');
    expect(check).toBe("--format '{{.Internal}}' textloom_default_isolated");
    expect(guide).toContain('Run Prometheus in a container with `--network textloom_default`,');
    expect(guide).toContain('docker run --rm --network textloom_default_isolated ');
  });

  it('does not run as root', () => {
    expect(dockerfile.slice(dockerfile.lastIndexOf('FROM'))).toMatch(/^USER node$/m);
  });

  it('gets only variables that the service understands from compose.yaml', () => {
    expect(Object.keys(environment).length).toBeGreaterThan(5);
    for (const name of Object.keys(environment)) expect(known).toContain(name);
    expect(readConfig(environment)).toMatchObject({
      databaseUrl: 'postgres://textloom:f00@postgres:5432/textloom',
      trustProxy: true,
      allowPrivateWebhooks: false,
    });
  });

  it('gets every setting of .env that compose.yaml does not decide', () => {
    const decided = ['DATABASE_URL', 'TRUST_PROXY', 'METRICS_PORT', 'DRAIN_SECONDS', 'LOG_FORMAT'];
    // The image sets the first three. The proxy limits the connections.
    const absent = ['HOST', 'PORT', 'DATA_DIR', 'CONNECTION_LIMIT'];
    for (const name of known) {
      if (absent.includes(name)) expect(environment).not.toHaveProperty(name);
      else if (name === 'API_KEY') expect(compose).toContain(`    ${name}: \${${name}:?`);
      else if (decided.includes(name)) expect(environment[name]).toMatch(/./);
      else expect(compose).toContain(`    ${name}: \${${name}:-}\n`);
    }
  });

  it('can write only to its volumes, and cannot gain rights', () => {
    const service = compose.slice(compose.indexOf('x-service:'), compose.indexOf('\nservices:'));
    expect(service).toMatch(/^ {2}read_only: true$/m);
    expect(service).toMatch(/^ {2}cap_drop: \[ALL\]$/m);
    expect(compose.match(/no-new-privileges:true/g)).toHaveLength(3);
  });

  it('has enough time to shut down cleanly', () => {
    const grace = Number(/stop_grace_period: (\d+)s/.exec(compose)![1]);
    const { drainSeconds } = readConfig(environment);
    expect(grace).toBeGreaterThan(drainSeconds + 10 + 20);
  });

  it('runs below an init process, so that a signal also ends a start that waits for the database', () => {
    const service = compose.slice(compose.indexOf('x-service:'), compose.indexOf('\nservices:'));
    expect(service).toMatch(/^ {2}init: true$/m);
  });

  it('excludes installed packages and secrets of the machine from the Docker build context and from commits', () => {
    const ignored = read('.dockerignore').split('\n');
    expect(ignored).toEqual(
      expect.arrayContaining(['**/node_modules', '.git', '.textloom', '.env', 'carriers.json']),
    );
    const untracked = read('.gitignore').split('\n');
    expect(untracked).toEqual(expect.arrayContaining(['.textloom/', '.env', 'carriers.json']));
  });
});
