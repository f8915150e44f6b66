import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { registries } from '../../scripts/release/packages.ts';

type Rights = Readonly<Record<string, string>>;
interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, unknown>>;
  readonly env?: Readonly<Record<string, string>>;
}
interface Job {
  readonly needs?: readonly string[];
  readonly environment?: string;
  readonly permissions?: Rights;
  readonly steps: readonly Step[];
}
interface Workflow {
  readonly on: Readonly<Record<string, unknown>>;
  readonly permissions?: Rights;
  readonly concurrency?: unknown;
  readonly jobs: Readonly<Record<string, Job>>;
}

const folder = resolve(import.meta.dirname, '../../.github/workflows');
const workflows = readdirSync(folder).map((name) => {
  const text = readFileSync(join(folder, name), 'utf8');
  return { name, text, workflow: parse(text) as Workflow };
});
const jobs = workflows.flatMap(({ name, workflow }) =>
  Object.entries(workflow.jobs).map(([job, value]) => ({ name: `${name}: ${job}`, ...value })),
);
const publish = workflows.find(({ name }) => name === 'publish.yml')!.workflow;
const listActions = ({ steps }: Job) => steps.flatMap(({ uses }) => uses ?? []);
const listCommands = ({ steps }: Job) => steps.flatMap(({ run }) => run ?? []);

describe('each workflow', () => {
  it.each(workflows)('$name uses actions by their commit, and names the version', ({ text }) => {
    const actions = [...text.matchAll(/uses: *(.*)/g)].map(([, action]) => action);
    expect(actions.length).toBeGreaterThan(0);
    // A tag can be moved; a commit cannot.
    for (const action of actions)
      expect(action).toMatch(/^[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  });

  it.each(workflows)('$name names one commit for each action', ({ text }) => {
    const commits = Map.groupBy(text.matchAll(/uses: *([^@]+)@(\w+)/g), ([, action]) => action);
    for (const uses of commits.values()) expect(new Set(uses.map(([, , at]) => at)).size).toBe(1);
  });

  it.each(workflows)('$name has no rights and no triggers that give them away', ({ workflow }) => {
    expect(workflow.permissions).toEqual({});
    expect(Object.keys(workflow.on)).not.toContain('pull_request_target');
    expect(Object.keys(workflow.on)).not.toContain('workflow_run');
  });

  it.each(workflows)('$name inserts no expression into a command', ({ workflow }) => {
    for (const command of Object.values(workflow.jobs).flatMap(listCommands))
      expect(command).not.toContain('${{');
  });
});

describe('each job', () => {
  it.each(jobs)('$name asks for its rights, and stores no credentials in Git', (job) => {
    expect(Object.keys(job.permissions ?? {})).not.toEqual([]);
    for (const { uses, with: settings } of job.steps)
      if (uses?.startsWith('actions/checkout@'))
        expect(settings).toMatchObject({ 'persist-credentials': false });
  });

  it.each(jobs)('$name gets Node.js from the lock file, and no cache of another run', (job) => {
    for (const action of listActions(job)) expect(action).not.toMatch(/^actions\/(setup-|cache)/);
  });
});

describe('the workflow that publishes', () => {
  it('starts with the tag of a version, one run at a time, and never stops in the middle', () => {
    expect(publish.on).toEqual({ push: { tags: ['v*.*.*'] } });
    expect(publish.concurrency).toEqual({ group: 'publish', 'cancel-in-progress': false });
  });

  it('runs all tests before anything is published', () => {
    expect(listCommands(publish.jobs.test!)).toContain('bash .ci/run');
  });

  it.each(registries)('publishes to %s after the tests, in the environment "release"', (name) => {
    const job = publish.jobs[name]!;
    expect(job.needs).toEqual(expect.arrayContaining(['test', 'build']));
    expect(job.environment).toBe('release');
    const publishes =
      name === 'pypi'
        ? listActions(job).some((action) => action.startsWith('pypa/gh-action-pypi-publish@'))
        : listCommands(job).includes(`npm run release -- ${name}`);
    expect(publishes).toBe(true);
  });

  it('writes the notes only when all registries have the version', () => {
    expect(publish.jobs.notes!.needs).toEqual([...registries]);
  });

  it('gives each job only the rights that it needs', () => {
    const rights = Object.entries(publish.jobs).map(([name, { permissions }]) => [
      name,
      permissions,
    ]);
    expect(Object.fromEntries(rights)).toEqual({
      test: { contents: 'read' },
      build: { contents: 'read' },
      npm: { contents: 'read', 'id-token': 'write' },
      pypi: { 'id-token': 'write' },
      packagist: { contents: 'read' },
      container: { contents: 'read', packages: 'write' },
      notes: { contents: 'write' },
    });
  });

  it('publishes with a script that loads no package', () => {
    const seen = new Set<string>();
    const packages = new Set<string>();
    const visit = (file: string): void => {
      if (seen.has(file)) return;
      seen.add(file);
      const statements = readFileSync(file, 'utf8').matchAll(/^(?:import|\} from).*'(.+)'/gm);
      for (const [, target] of statements)
        if (target!.startsWith('.')) visit(join(dirname(file), target!));
        else if (!target!.startsWith('node:')) packages.add(target!);
    };
    visit(resolve(folder, '../../scripts/release.ts'));
    expect([...seen].some((file) => file.endsWith('release/npmPublisher.ts'))).toBe(true);
    expect([...packages]).toEqual([]);
  });

  it('runs nothing but its own commands in the jobs with credentials', () => {
    const own = [
      /^npm run setup$/,
      /^npm run (--silent )?release -- (npm|packagist|container|notes > "\$RUNNER_TEMP\/notes.md")$/,
      /^docker login ghcr\.io --username "\$GITHUB_ACTOR" --password-stdin <<< "\$GITHUB_TOKEN"$/,
      /^docker buildx create --use --driver-opt "image=\$BUILDKIT"$/,
      /^gh release view "\$GITHUB_REF_NAME" \|\| gh release create "\$GITHUB_REF_NAME" /,
    ];
    for (const [name, job] of Object.entries(publish.jobs))
      if (name !== 'test' && name !== 'build')
        for (const command of listCommands(job))
          expect(own.some((allowed) => allowed.test(command)) ? '' : command).toBe('');
    const images = publish.jobs.container!.steps.flatMap(({ env }) => env?.BUILDKIT ?? []);
    expect(images).toEqual([expect.stringMatching(/^moby\/buildkit@sha256:[0-9a-f]{64}$/)]);
  });
});
