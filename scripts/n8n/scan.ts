import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { promisify } from 'node:util';
import { installRecipe } from '../programs/recipe.ts';
import { ownEnvironment } from '../programs/ownEnvironment.ts';
import { unpack } from '../programs/unpack.ts';

export interface Violation {
  where: 'source' | 'tarball';
  file: string;
  line: number;
  rule: string;
  message: string;
}

interface Analysis {
  passed: boolean;
  message?: string;
  details?: string;
}

const root = join(import.meta.dirname, '..', '..');

/** Runs n8n's verification scan on the source of a package and on its tarball. */
export async function scanPackage(options: {
  sourceDir: string;
  tarball: string;
}): Promise<Violation[]> {
  const scanner = await installRecipe({
    title: "n8n's package scanner",
    from: join(root, 'scripts/n8n/scanner'),
    to: join(root, '.cache/n8n-scanner'),
    takes: 'about 20 seconds and 200 MB',
    files: ['analyze.mjs'],
  });
  const sourceDir = resolve(options.sourceDir);
  const unpacked = await mkdtemp(join(tmpdir(), 'n8n-scan-'));
  try {
    await unpack(options.tarball, unpacked);
    const { source, tarball } = await analyze(scanner, sourceDir, unpacked);
    return [
      ...violations('source', sourceDir, source),
      ...violations('tarball', unpacked, tarball),
    ];
  } finally {
    await rm(unpacked, { recursive: true, force: true });
  }
}

async function analyze(scanner: string, sourceDir: string, tarballDir: string) {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [join(scanner, 'analyze.mjs'), sourceDir, tarballDir],
    { env: { ...ownEnvironment(), FORCE_COLOR: '0' }, maxBuffer: 64 * 1024 * 1024 },
  );
  return JSON.parse(stdout) as Record<'source' | 'tarball', Analysis>;
}

function violations(where: Violation['where'], folder: string, analysis: Analysis): Violation[] {
  // The scanner accepts an empty folder, which would hide a wrong path.
  if (analysis.passed && !analysis.message) return [];
  const found = parseReport(analysis.details ?? '').map(({ file, ...violation }) => ({
    where,
    file: relative(folder, file),
    ...violation,
  }));
  const message = analysis.message ?? 'The scan failed.';
  return found.length > 0 ? found : [{ where, file: '.', line: 0, rule: 'scan', message }];
}

/**
 * Parses the report of the scanner, which has the "stylish" format of ESLint: a file, then its
 * lines.
 */
function parseReport(report: string): Omit<Violation, 'where'>[] {
  const found: Omit<Violation, 'where'>[] = [];
  let file = '';
  for (const row of report.split('\n')) {
    const match = /^\s+(\d+):\d+\s+(error|warning)\s+(.+?)(?:\s{2,}(\S+))?\s*$/.exec(row);
    if (!match) {
      if (/^\S/.test(row)) file = row.trim();
      continue;
    }
    const [, line, severity, message = '', rule = 'syntax'] = match;
    if (severity === 'error') found.push({ file, line: Number(line), rule, message });
  }
  return found;
}
