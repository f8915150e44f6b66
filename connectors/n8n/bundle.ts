import { cp, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { build, transform } from 'esbuild';
import packageJson from './package.json' with { type: 'json' };

const { nodes, credentials } = packageJson.n8n;

/**
 * Bundles the package as n8n loads it: one readable module for each node and credential, and the
 * modules that they share, with the contract and the client inside. n8n's reviewers read them, and n8n
 * allows nodes no dependencies.
 */
export async function bundleN8n(outdir: string): Promise<void> {
	const here = import.meta.dirname;
	const { outputFiles } = await build({
		absWorkingDir: join(here, '../..'),
		entryPoints: [...nodes, ...credentials].map((file) => join(here, toSourcePath(file))),
		outbase: here,
		outdir,
		bundle: true,
		splitting: true,
		chunkNames: 'shared/[name]-[hash]',
		platform: 'node',
		format: 'esm',
		target: 'node20',
		external: ['n8n-workflow'],
		logLevel: 'warning',
		write: false,
	});
	// esbuild shares modules only as ESM, and n8n loads CommonJS.
	for (const { path, text } of outputFiles) {
		const { code } = await transform(text, { format: 'cjs', target: 'node20' });
		await mkdir(dirname(path), { recursive: true });
		await writeFile(path, code);
	}
	await cp(join(here, 'icons'), join(outdir, 'icons'), { recursive: true });
	for (const file of nodes) {
		const codex = file.replace('dist/', '').replace('.js', '.json');
		await cp(join(here, codex), join(outdir, codex));
	}
	const schemas = 'nodes/Textloom/__schema__';
	await cp(join(here, schemas), join(outdir, schemas), { recursive: true });
}

const toSourcePath = (file: string): string => file.replace('dist/', '').replace('.js', '.ts');
