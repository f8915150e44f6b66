import { execFile } from 'node:child_process';
import { copyFile, cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { bundleZapier } from '../connectors/zapier/bundle.ts';
import packageJson from '../connectors/zapier/package.json' with { type: 'json' };
import { installRecipe } from './programs/recipe.ts';

const root = join(import.meta.dirname, '..');
const cli = join(root, 'node_modules/zapier-platform-cli/src/bin/run');

/**
 * Builds the zip that Zapier runs, and returns its path. The build folder contains only the
 * platform core and the bundle. It is outside of this repository, because Zapier's CLI would add
 * our packages to the zip. The build needs no symbolic links, registry, or account.
 */
export async function packageZapier(outDir: string, log = console.log): Promise<string> {
  const platform = await installRecipe(
    {
      title: "Zapier's platform",
      from: join(root, 'connectors/zapier/staging'),
      to: join(root, '.cache/zapier'),
      takes: 'a few seconds',
    },
    log,
  );
  log('Packing the Zapier app …');
  const staging = await mkdtemp(join(tmpdir(), 'textloom-zapier-'));
  try {
    await copyFile(join(platform, 'package.json'), join(staging, 'package.json'));
    await cp(join(platform, 'node_modules'), join(staging, 'node_modules'), { recursive: true });
    await bundleZapier(join(staging, 'dist/index.js'));
    await buildApp(staging);
    const zip = join(outDir, `textloom-zapier-${packageJson.version}.zip`);
    await mkdir(outDir, { recursive: true });
    await copyFile(join(staging, 'build/build.zip'), zip);
    return zip;
  } finally {
    await rm(staging, { recursive: true });
  }
}

/** Builds the zip again if the machine was too busy to load the app in time. */
async function buildApp(staging: string, tries = 3): Promise<void> {
  try {
    await zapierPlatform(['build', '--skip-dep-install', '--skip-validation'], staging);
  } catch (error) {
    if (tries === 1 || !isLate(error)) throw error;
    await buildApp(staging, tries - 1);
  }
}

/** Zapier's CLI gives the app five seconds to load, and then fails without a message. */
const isLate = (error: unknown): boolean =>
  error instanceof Error && /Testing build\s+\S*\s*Error:\s*\n/.test(error.message);

/** Runs Zapier's CLI on an app, isolated from the settings of the user. */
export async function zapierPlatform(args: readonly string[], app: string): Promise<string> {
  const home = join(root, '.cache/zapier-home');
  await mkdir(home, { recursive: true });
  const path = [dirname(process.execPath), process.env.PATH].join(delimiter);
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [cli, ...args], {
      cwd: app,
      env: {
        PATH: path,
        HOME: home,
        USERPROFILE: home,
        DISABLE_ZAPIER_ANALYTICS: '1',
        NO_UPDATE_NOTIFIER: '1',
      },
    });
    return stdout;
  } catch (cause) {
    const { stdout = '', stderr = '' } = cause as { stdout?: string; stderr?: string };
    throw new Error(`zapier-platform ${args[0]} failed:\n${stdout}${stderr}`, { cause });
  }
}
