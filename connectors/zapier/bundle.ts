import { join } from 'node:path';
import { build } from 'esbuild';

/**
 * Bundles the app as one module, with the contract and the client inside. The platform's core stays
 * outside, because Zapier's wrapper also loads it and both must use the same instance.
 */
export async function bundleZapier(outfile: string): Promise<void> {
  await build({
    absWorkingDir: join(import.meta.dirname, '../..'),
    entryPoints: [join(import.meta.dirname, 'src/index.ts')],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    // Zapier's platform 19 runs this version of Node.
    target: 'node22',
    // A smaller file speeds up cold starts. The names stay for the stack traces of errors.
    minifySyntax: true,
    minifyWhitespace: true,
    external: ['zapier-platform-core'],
    // The map is a separate file that the module does not name, so that it stays out of the zip.
    sourcemap: 'external',
    logLevel: 'warning',
  });
}

if (import.meta.main) await bundleZapier(join(import.meta.dirname, 'dist/index.js'));
