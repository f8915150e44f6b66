import { mkdir, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { build } from 'esbuild';
import ts from 'typescript';

const source = join(import.meta.dirname, 'src');

/** Bundles the package for `import` and for `require`, with the contract and the shared client inside. */
export async function bundleNode(outdir: string): Promise<void> {
  await mkdir(outdir, { recursive: true });
  const types = declarations();
  for (const [format, extension] of [
    ['esm', 'js'],
    ['cjs', 'cjs'],
  ] as const) {
    await build({
      entryPoints: [join(source, 'index.ts')],
      outfile: join(outdir, `index.${extension}`),
      bundle: true,
      platform: 'node',
      format,
      target: 'node20',
      external: ['axios'],
      logLevel: 'warning',
    });
    for (const [name, text] of types)
      await writeFile(
        join(outdir, `${name}.d.${extension.replace('js', 'ts')}`),
        text.replace(imported, `$1.${extension}'`),
      );
  }
}

const imported = /(from '\.\/[^']+)\.ts'/g;

/** Returns the declarations of `src/index.ts` and of the files that they import, by name. */
function declarations(): Map<string, string> {
  const { config } = ts.readConfigFile(
    join(import.meta.dirname, '../../tsconfig.json'),
    ts.sys.readFile.bind(ts.sys),
  ) as { config: object };
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, source);
  const program = ts.createProgram([join(source, 'index.ts')], {
    ...options,
    noEmit: false,
    declaration: true,
    emitDeclarationOnly: true,
  });
  const emitted = new Map<string, string>();
  program.emit(undefined, (path, text) => emitted.set(basename(path, '.d.ts'), text));
  const found = new Map<string, string>();
  const visit = (name: string): void => {
    if (found.has(name)) return;
    const text = emitted.get(name)!;
    found.set(name, text);
    for (const [, from] of text.matchAll(/from '([^']+)'/g)) {
      const own = /^\.\/(.+)\.ts$/.exec(from!)?.[1];
      if (own !== undefined) visit(own);
      else if (from !== 'axios') throw new Error(`The types of ${name} import ${from}`);
    }
  };
  visit('index');
  return found;
}
