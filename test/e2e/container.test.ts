import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

const root = join(import.meta.dirname, '../..');
const stages = readFileSync(join(root, 'Dockerfile'), 'utf8')
  .split(/^FROM /m)
  .slice(1);
const findStage = (pattern: RegExp) => stages.find((stage) => pattern.test(stage))!;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'textloom-container-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** Copies what the stages copy from the repository, and links the installed packages. */
function layOut(name: string, ...chosen: string[]): string {
  const app = join(folder, name);
  const isSource = (path: string) => !['node_modules', 'dist'].includes(basename(path));
  for (const [, list] of chosen.join('').matchAll(/^COPY (?!--from)(.+)$/gm)) {
    const paths = list!.split(' ');
    const to = join(app, paths.pop()!);
    for (const path of paths)
      cpSync(join(root, path), isFile(path) ? join(to, basename(path)) : to, {
        recursive: true,
        filter: isSource,
      });
  }
  linkPackages('node_modules', app);
  linkPackages('console/node_modules', app);
  mkdirSync(join(app, 'node_modules/@textloom'));
  for (const workspace of ['console', 'service', 'shared'])
    symlinkSync(join(app, workspace), join(app, 'node_modules/@textloom', workspace));
  return app;
}

const isFile = (path: string) => /\.\w+$/.test(path);

/** Links the packages in a folder, without the workspaces. */
function linkPackages(path: string, app: string) {
  if (!existsSync(join(root, path)) || !existsSync(join(app, dirname(path)))) return;
  mkdirSync(join(app, path));
  for (const name of readdirSync(join(root, path)))
    if (name !== '@textloom') symlinkSync(join(root, path, name), join(app, path, name));
}

describe('the image', () => {
  it('builds the console from the copied files only', () => {
    const app = layOut('console', findStage(/AS manifests/), findStage(/AS console/));
    const ran = spawnSync(process.execPath, ['scripts/buildConsole.ts'], {
      cwd: app,
      encoding: 'utf8',
    });
    expect(ran).toMatchObject({ status: 0, stderr: '' });
    expect(readdirSync(join(app, 'console/dist'))).toContain('index.html');
  });

  it('needs only packages in the folder that it copies', () => {
    const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
      packages: Record<string, { dev?: boolean }>;
    };
    const nested = Object.entries(lock.packages).filter(
      ([path, { dev }]) => /^(?:service|shared)\/node_modules\//.test(path) && !dev,
    );
    expect(nested).toEqual([]);
  });

  it('runs the textloom command from the copied files only', () => {
    const last = stages.at(-1)!;
    const app = layOut('service', last);
    const [, command] = /ln -s \/app\/(\S+)/.exec(last)!;
    const ran = spawnSync(process.execPath, [join(app, command!), '--version'], {
      encoding: 'utf8',
    });
    expect(ran).toMatchObject({ status: 0, stderr: '' });
    expect(ran.stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  });
});
