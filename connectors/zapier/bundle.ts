import { join } from 'node:path';
import { build } from 'esbuild';

/**
 * The app as one module, with the contract and the client inside. The platform's core stays
 * outside: Zapier's wrapper loads it too, and both have to mean the same one.
 */
export async function bundleZapier(outfile: string): Promise<void> {
  await build({
    absWorkingDir: join(import.meta.dirname, '../..'),
    entryPoints: [join(import.meta.dirname, 'src/index.ts')],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    // The Node of Zapier's platform 19.
    target: 'node22',
    // Less to read at each cold start; the names stay, for the stack in an error.
    minifySyntax: true,
    minifyWhitespace: true,
    external: ['zapier-platform-core'],
    // Beside the module and not named in it, so that it stays out of the zip.
    sourcemap: 'external',
    logLevel: 'warning',
  });
}

if (import.meta.main) await bundleZapier(join(import.meta.dirname, 'dist/index.js'));
