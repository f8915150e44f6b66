import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { holdLock } from './lock.ts';
import type { Log } from './log.ts';
import { npm } from './npm.ts';

export interface Recipe {
  /** The name in messages such as "Installing n8n 2.41.1". */
  title: string;
  /** The folder with package.json, package-lock.json, and .npmrc. */
  from: string;
  /** The folder to install into. */
  to: string;
  /** The expected time of the first installation, such as "about 3 minutes". */
  takes: string;
  files?: string[];
  /** The packages whose install scripts must run. All other install scripts are skipped. */
  build?: string[];
  /** The advice to print if that script fails. */
  buildAdvice?: string;
}

const recipeFiles = ['package.json', 'package-lock.json', '.npmrc'];

/** Installs a recipe in its cache folder once. Later calls only check the stamp. */
export async function installRecipe(recipe: Recipe, log: Log = () => {}): Promise<string> {
  requireNode24(recipe.title);
  const stamp = await fingerprint(recipe);
  if (await isComplete(recipe.to, stamp)) return recipe.to;

  await mkdir(recipe.to, { recursive: true });
  const release = await holdLock(join(recipe.to, 'install.lock'), (pid) => {
    log(`Waiting until process ${pid} has installed ${recipe.title}`);
  });
  try {
    if (!(await isComplete(recipe.to, stamp))) await install(recipe, stamp, log);
  } finally {
    await release();
  }
  return recipe.to;
}

async function install(recipe: Recipe, stamp: string, log: Log): Promise<void> {
  const started = Date.now();
  await rm(stampFile(recipe.to), { force: true });
  for (const file of listFiles(recipe)) {
    await mkdir(dirname(join(recipe.to, file)), { recursive: true });
    await copyFile(join(recipe.from, file), join(recipe.to, file));
  }

  log(`Installing ${recipe.title}, which is necessary only once (${recipe.takes})`);
  await npm(['ci'], { cwd: recipe.to, log, doing: `Installing ${recipe.title}` });
  for (const name of recipe.build ?? []) {
    await npm(['rebuild', name, '--ignore-scripts=false'], {
      cwd: recipe.to,
      log,
      doing: `Building ${name} for ${recipe.title}`,
      advice: recipe.buildAdvice,
    });
  }

  await writeFile(stampFile(recipe.to), stamp);
  log(`${recipe.title} is installed (${Math.round((Date.now() - started) / 1000)} s)`);
}

function requireNode24(title: string): void {
  const major = Number(process.versions.node.split('.')[0]);
  if (major >= 24) return;
  throw new Error(
    `${title} needs Node.js 24, but this is ${process.versions.node}. ` +
      'Use the npm scripts of this project, which run the right version.',
  );
}

async function fingerprint(recipe: Recipe): Promise<string> {
  const hash = createHash('sha256');
  for (const file of listFiles(recipe)) hash.update(await readFile(join(recipe.from, file)));
  return `${hash.digest('hex')} ${process.platform}-${process.arch}\n`;
}

async function isComplete(folder: string, stamp: string): Promise<boolean> {
  const file = stampFile(folder);
  return existsSync(file) && (await readFile(file, 'utf8')) === stamp;
}

const listFiles = (recipe: Recipe): string[] => [...recipeFiles, ...(recipe.files ?? [])];

const stampFile = (folder: string): string => join(folder, 'installed');
