import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import packageJson from '../../connectors/zapier/package.json' with { type: 'json' };
import { packageZapier } from '../packageZapier.ts';
import { listing } from './listing.ts';

const root = resolve(import.meta.dirname, '../..');
const app = join(root, 'connectors/zapier');
const cli = join(root, 'node_modules/zapier-platform-cli/src/bin/run');
/** The sources for Zapier's reviewers. */
const sources = ['connectors/zapier', 'shared'];

/**
 * The files where Zapier's CLI stores the app ID and the login, by its own settings and defaults.
 */
const appFile = resolve(process.env.ZAPIER_CURRENT_APP_FILE ?? join(app, '.zapierapprc'));
const loginFile = process.env.ZAPIER_AUTH_LOCATION ?? join(homedir(), '.zapierrc');

interface Requirement {
  readonly isMet: () => boolean;
  readonly description: string;
  readonly remedy: string;
}
const login: Requirement = {
  isMet: () => Boolean(process.env.ZAPIER_DEPLOY_KEY) || existsSync(loginFile),
  description: 'logged in to Zapier',
  remedy:
    'Set ZAPIER_DEPLOY_KEY to a deploy key of your account, or run "npx zapier-platform login".',
};
const registered: Requirement = {
  isMet: () => existsSync(appFile) && /"id"/.test(readFileSync(appFile, 'utf8')),
  description: 'the app is registered',
  remedy: 'Run "npm run zapier:register" once and commit connectors/zapier/.zapierapprc.',
};

interface Options {
  /** The arguments after the command. */
  readonly operands: readonly string[];
  readonly zip?: string | undefined;
  readonly yes?: boolean | undefined;
}
interface Command {
  readonly requirements: readonly Requirement[];
  /** Returns the arguments for Zapier's CLI. */
  readonly args: (options: Options) => readonly string[];
  /** A preparation step in a separate folder, with a description for people. */
  readonly before?: {
    readonly description: (options: Options) => string;
    readonly prepare: (options: Options, folder: string) => Promise<void>;
  };
}

const commands: Readonly<Record<string, Command>> = {
  register: {
    requirements: [login],
    // Zapier's CLI asks for the audience, role, and category, because only Zapier knows the
    // choices.
    args: () => ['register', listing.title, '--desc', listing.description, '--url', listing.url],
  },
  push: {
    requirements: [login, registered],
    // Zapier's own "push" would rebuild the app with this whole repository inside.
    args: () => ['upload'],
    before: {
      description: ({ zip }) =>
        `use ${zip ?? 'a newly packed zip'}, and ${sources.join(' and ')} as of the last commit`,
      prepare: async ({ zip }, folder) => {
        const build = join(folder, 'build');
        await mkdir(build);
        await copyFile(zip ?? (await packageZapier(folder)), join(build, 'build.zip'));
        const source = ['--format=zip', `--output=${join(build, 'source.zip')}`];
        await promisify(execFile)('git', ['archive', ...source, 'HEAD', ...sources], { cwd: root });
      },
    },
  },
  promote: {
    requirements: [login, registered],
    args: ({ yes }) => ['promote', packageJson.version, ...(yes ? ['--yes'] : [])],
  },
  migrate: {
    requirements: [login, registered],
    args: ({ operands, yes }) => [
      'migrate',
      ...requireMigration(operands),
      ...(yes ? ['--yes'] : []),
    ],
  },
};

/** Throws unless these are two versions and, if there is a third one, a percentage of the users. */
function requireMigration(operands: readonly string[]): readonly string[] {
  const [from = '', to = '', percent = '100', ...others] = operands;
  const areVersions = [from, to].every((one) => /^\d+\.\d+\.\d+$/.test(one)) && from !== to;
  if (areVersions && /^([1-9]\d?|100)$/.test(percent) && others.length === 0) return operands;
  throw new Error(
    'Specify the version to move Zaps from, the version to move them to and, unless you move all users, a percentage of them: npm run zapier:migrate -- 0.1.0 0.2.0 10',
  );
}

/** Publishes the app with Zapier's CLI, and resolves with whether it succeeds. */
export async function publish(args: readonly string[]): Promise<boolean> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      'dry-run': { type: 'boolean' },
      zip: { type: 'string' },
      yes: { type: 'boolean', short: 'y' },
    },
  });
  const [name = '', ...operands] = positionals;
  const options = { ...values, operands };
  const command = commands[name];
  if (!command) throw new Error(`Specify one of: ${Object.keys(commands).join(', ')}.`);
  const { requirements, args: buildArgs, before } = command;

  console.log(`${listing.title} ${packageJson.version} on Zapier: ${name}`);
  for (const requirement of requirements)
    console.log(`  ${requirement.isMet() ? 'ready   ' : 'missing '} ${requirement.description}`);
  if (before) console.log(`  first     ${before.description(options)}`);
  console.log(`  then      zapier-platform ${buildArgs(options).map(quoted).join(' ')}`);
  const missing = requirements.filter((requirement) => !requirement.isMet());
  for (const { remedy } of missing) console.log(remedy);
  if (missing.length > 0) return false;
  if (values['dry-run']) return true;

  const folder = await mkdtemp(join(tmpdir(), 'textloom-publish-'));
  try {
    await before?.prepare(options, folder);
    const child = spawn(process.execPath, [cli, ...buildArgs(options)], {
      // A promotion publishes the changelog in the folder of the app.
      cwd: before ? folder : app,
      env: {
        ...process.env,
        ZAPIER_CURRENT_APP_FILE: appFile,
        DISABLE_ZAPIER_ANALYTICS: '1',
        NO_UPDATE_NOTIFIER: '1',
      },
      stdio: 'inherit',
    });
    const [code] = (await once(child, 'exit')) as [number | null];
    return code === 0;
  } finally {
    await rm(folder, { recursive: true });
  }
}

const quoted = (arg: string) => (/\s/.test(arg) ? JSON.stringify(arg) : arg);

if (import.meta.main) {
  try {
    process.exitCode = (await publish(process.argv.slice(2))) ? 0 : 1;
  } catch (error) {
    console.error((error as Error).message);
    process.exitCode = 1;
  }
}
