import { execFileSync, spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { startServer, type LocalServer } from '../../scripts/programs/startServer.ts';
import { containerPublisher } from '../../scripts/release/containerPublisher.ts';
import { npmPublisher } from '../../scripts/release/npmPublisher.ts';
import { packagistPublisher } from '../../scripts/release/packagistPublisher.ts';
import { packages, type Registry } from '../../scripts/release/packages.ts';
import { publishMissing, type Publisher } from '../../scripts/release/publisher.ts';
import { copyRepository, type Copy } from './copyRepository.ts';

const repository = resolve(import.meta.dirname, '../..');
const of = (registry: Registry) => packages.filter((one) => one.registry === registry);

let lines: string[];
const publish = (publisher: Publisher, registry: Registry, version: string) =>
  publishMissing(publisher, of(registry), version, (line) => lines.push(line));

let folder: string;
beforeEach(async () => {
  lines = [];
  folder = await mkdtemp(join(tmpdir(), 'textloom-publish-'));
});
afterEach(() => rm(folder, { recursive: true }));

describe('the command', () => {
  it.each(['npm', 'packagist', 'container', 'build', ''])(
    'publishes nothing outside the workflow, and says how to make a release (%s)',
    (command) => {
      const { GITHUB_ACTIONS: _actions, GITHUB_REF: _ref, ...env } = process.env;
      const { status, stderr } = spawnSync(
        process.execPath,
        ['scripts/release.ts', ...(command ? [command] : [])],
        { cwd: repository, env, encoding: 'utf8' },
      );
      expect(stderr).toMatch(/^Only the workflow "Publish" publishes packages\. To start it, push/);
      expect(status).toBe(1);
    },
  );

  it('does not publish to PyPI, because the action signs the files', async () => {
    const { pypiPublisher } = await import('../../scripts/release/pypiPublisher.ts');
    await expect(async () => publish(pypiPublisher, 'pypi', '7.8.9')).rejects.toThrow(
      'The workflow publishes to PyPI with the action pypa/gh-action-pypi-publish',
    );
  });
});

describe('npm', () => {
  let server: LocalServer;
  let requests: string[];
  let status: number;
  const publisher = () => npmPublisher({ root: folder, registry: server.url });
  beforeEach(async () => {
    requests = [];
    server = await startServer(({ method, url }, response) => {
      requests.push(`${method} ${url}`);
      response.writeHead(status).end('{}');
    });
  });
  afterEach(() => server.stop());

  it('gets no package whose version it has', async () => {
    status = 200;
    await publish(publisher(), 'npm', '7.8.9');
    expect(requests).toEqual(of('npm').map(({ name }) => `GET /${name}/7.8.9`));
    expect(lines).toEqual(of('npm').map(({ name }) => `${name} 7.8.9 is already published.`));
  });

  it('gets no package if it does not say whether it has the version', async () => {
    status = 503;
    await expect(publish(publisher(), 'npm', '7.8.9')).rejects.toThrow(
      'npm responded with status 503 when asked for n8n-nodes-textloom. Run the job again later.',
    );
    expect(requests).toHaveLength(1);
  });
});

describe('the PHP repository', () => {
  let copy: Copy;
  let remote: string;
  const publisher = () => packagistPublisher({ root: copy.root, repository: remote });
  const git = (...args: string[]) =>
    execFileSync('git', ['-C', remote, ...args], { encoding: 'utf8' }).trim();
  beforeEach(async () => {
    copy = await copyRepository();
    remote = join(folder, 'remote');
    execFileSync('git', ['init', '--quiet', '--bare', '--initial-branch=main', remote]);
  });
  afterEach(() => copy.remove());

  it('gets the client at its root, one commit and one tag for each version', async () => {
    await copy.prepareAndCommit('7.8.9');
    await publish(publisher(), 'packagist', '7.8.9');
    await copy.prepareAndCommit('7.9.0');
    await publish(publisher(), 'packagist', '7.9.0');

    expect(git('ls-tree', '--name-only', 'main').split('\n')).toContain('composer.json');
    expect(git('show', 'v7.8.9:src/Contract.php')).toContain("VERSION = '7.8.9'");
    expect(git('show', 'v7.9.0:src/Contract.php')).toContain("VERSION = '7.9.0'");
    expect(git('log', '--format=%s', 'main').split('\n')).toEqual([
      'textloom/textloom 7.9.0',
      'textloom/textloom 7.8.9',
    ]);
    expect(git('rev-parse', 'main')).toBe(git('rev-parse', 'v7.9.0'));
  });

  it('stays as it is if it has the version', async () => {
    await publish(publisher(), 'packagist', '7.8.9');
    const before = git('show-ref');
    await copy.prepareAndCommit('7.9.0');
    await publish(publisher(), 'packagist', '7.8.9');
    expect(git('show-ref')).toBe(before);
    expect(lines.at(-1)).toBe('textloom/textloom 7.8.9 is already published.');
  });
});

describe('the container registry', () => {
  const path = process.env.PATH;
  const log = () => readFile(join(folder, 'log'), 'utf8');
  const publisher = () => containerPublisher({ root: folder });
  /** Installs a Docker that writes its arguments to a file, and has the given answer. */
  async function installDocker(answer: string): Promise<void> {
    await mkdir(join(folder, 'bin'));
    const script = `#!/bin/sh\necho "$@" >> ${folder}/log\ncase "$2" in imagetools) ${answer};; esac\n`;
    // While this process has the file open, another thread can start a program, which then keeps
    // the file open for a moment. Nothing can execute a file that is open for writing.
    const write = ['-c', 'cat > "$0" && chmod +x "$0"', join(folder, 'bin/docker')];
    execFileSync('sh', write, { input: script });
    process.env.PATH = [join(folder, 'bin'), path].join(delimiter);
  }
  afterEach(() => {
    process.env.PATH = path;
  });

  it('gets the image with all tags, its packages and its provenance', async () => {
    await installDocker('echo "ERROR: ghcr.io/textloom/textloom:7.8.9: not found" >&2; exit 1');
    await publish(publisher(), 'container', '7.8.9');
    const [, build] = (await log()).split('\n');
    for (const part of ['7.8.9', '7.8', 'latest'])
      expect(build).toContain(` --tag=ghcr.io/textloom/textloom:${part} `);
    expect(build).toMatch(/^buildx build --sbom=true --provenance=mode=max .* --push \.$/);
  });

  it('gets nothing if it has the version', async () => {
    await installDocker('exit 0');
    await publish(publisher(), 'container', '7.8.9');
    expect(await log()).toBe('buildx imagetools inspect ghcr.io/textloom/textloom:7.8.9\n');
  });

  it('gets nothing if it does not respond', async () => {
    await installDocker('echo "ERROR: dial tcp: connection refused" >&2; exit 1');
    await expect(publish(publisher(), 'container', '7.8.9')).rejects.toThrow('connection refused');
    expect(await log()).toBe('buildx imagetools inspect ghcr.io/textloom/textloom:7.8.9\n');
  });
});
