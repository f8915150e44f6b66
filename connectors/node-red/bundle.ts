import { cp, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { build } from 'esbuild';
import { renderPage } from './src/editor/page.ts';
import { renderRegistrations } from './src/editor/registrations.ts';
import { createCatalog } from './src/locales/catalog.ts';
import { german } from './src/locales/german.ts';
import { renderHelp } from './src/locales/help.ts';

const here = import.meta.dirname;
const set = 'textloom';

/** The translations by the names that Node-RED gives to languages. */
const languages = {
  'en-US': (phrase: string) => phrase,
  de: (phrase: string) => german[phrase] ?? phrase,
};

/**
 * Bundles the package as Node-RED loads it: one module for all nodes with the contract and the client
 * inside, the page with their forms, and the texts in each language.
 */
export async function bundleNodeRed(outdir: string): Promise<void> {
  await build({
    absWorkingDir: join(here, '../..'),
    entryPoints: [join(here, `src/${set}.ts`)],
    outfile: join(outdir, `${set}.js`),
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node22',
    logLevel: 'warning',
  });
  for (const [path, content] of Object.entries(await editorFiles())) {
    await mkdir(dirname(join(outdir, path)), { recursive: true });
    await writeFile(join(outdir, path), content);
  }
  await cp(join(here, 'icons'), join(outdir, 'icons'), { recursive: true });
}

/** Generates the files for the editor from the contract. */
export async function editorFiles(): Promise<Record<string, string>> {
  const { outputFiles } = await build({
    absWorkingDir: join(here, '../..'),
    entryPoints: [join(here, 'src/editor/editor.ts')],
    bundle: true,
    format: 'iife',
    globalName: set,
    target: 'es2020',
    logLevel: 'warning',
    write: false,
  });
  return {
    [`${set}.html`]: renderPage(`${outputFiles[0]!.text}${renderRegistrations(set)}`),
    ...Object.fromEntries(
      Object.entries(languages).flatMap(([language, translate]) => [
        [
          `locales/${language}/${set}.json`,
          `${JSON.stringify(createCatalog(translate), null, 2)}\n`,
        ],
        [`locales/${language}/${set}.html`, renderHelp(translate)],
      ]),
    ),
  };
}
