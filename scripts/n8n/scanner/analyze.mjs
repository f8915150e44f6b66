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
 * next. These rules also check the code that the nodes share, which the scanner leaves out.
 */
async function analyzeByNewestRules() {
  const eslint = new ESLint({
    cwd: sourceDir,
    allowInlineConfig: false,
    overrideConfigFile: true,
    // A package without shared code has no such folder.
    errorOnUnmatchedPattern: false,
    overrideConfig: [
      newest.configs.recommended,
      { files: ['**/*.ts', '**/*.json'], languageOptions: { parser } },
      // The shared code converts each error once, in the function that n8n calls.
      {
        files: ['lib/**'],
        rules: { '@n8n/community-nodes/require-node-api-error': 'off' },
      },
    ].flat(),
  });
  const results = await eslint.lintFiles([...SOURCE_FILE_PATTERNS, 'lib/**/*.ts']);
  if (results.every(({ errorCount }) => errorCount === 0)) return { passed: true };
  const formatter = await eslint.loadFormatter('stylish');
  return {
    passed: false,
    message: 'ESLint violations found',
    details: await formatter.format(results),
  };
}
