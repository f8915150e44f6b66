// Runs in the folder of the scanner, so that it finds the ESLint and TypeScript of the scanner.
import {
  analyzePackage,
  SOURCE_FILE_PATTERNS,
} from '@n8n/scan-community-package/scanner/scanner.mjs';
import parser from '@typescript-eslint/parser';
import { ESLint } from 'eslint';
import { n8nCommunityNodesPlugin as newest } from 'newest-community-nodes';

const [sourceDir, tarballDir] = process.argv.slice(2);
const scanned = await analyzePackage(sourceDir, SOURCE_FILE_PATTERNS);
const source = scanned.passed ? await analyzeByNewestRules() : scanned;
const tarball = await analyzePackage(tarballDir, ['**/*.js', 'package.json']);
process.stdout.write(JSON.stringify({ source, tarball }));

/**
 * The scanner uses older rules than those that n8n publishes for authors, and it will use these
 * next.
 */
async function analyzeByNewestRules() {
  const eslint = new ESLint({
    cwd: sourceDir,
    allowInlineConfig: false,
    overrideConfigFile: true,
    overrideConfig: [
      newest.configs.recommended,
      { files: ['**/*.ts', '**/*.json'], languageOptions: { parser } },
    ].flat(),
  });
  const results = await eslint.lintFiles(SOURCE_FILE_PATTERNS);
  if (results.every(({ errorCount }) => errorCount === 0)) return { passed: true };
  const formatter = await eslint.loadFormatter('stylish');
  return {
    passed: false,
    message: 'ESLint violations found',
    details: await formatter.format(results),
  };
}
