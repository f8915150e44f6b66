// Runs in the folder of the scanner, so that it finds the ESLint and TypeScript of the scanner.
import {
  analyzePackage,
  SOURCE_FILE_PATTERNS,
} from '@n8n/scan-community-package/scanner/scanner.mjs';

const [sourceDir, tarballDir] = process.argv.slice(2);
const source = await analyzePackage(sourceDir, SOURCE_FILE_PATTERNS);
const tarball = await analyzePackage(tarballDir, ['**/*.js', 'package.json']);
process.stdout.write(JSON.stringify({ source, tarball }));
