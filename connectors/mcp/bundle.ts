import { join } from 'node:path';
import { build } from 'esbuild';

/** Bundles the server into one file that needs no other package, so that npx starts it quickly. */
export async function bundleMcp(outdir: string): Promise<void> {
  await build({
    entryPoints: [join(import.meta.dirname, 'stdio.ts')],
    outfile: join(outdir, 'stdio.js'),
    bundle: true,
    minify: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    legalComments: 'none',
    logLevel: 'warning',
  });
}
