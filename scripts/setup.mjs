// Runs on any version of Node.js, before packages are installed, so it is plain JavaScript without
// packages.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const stamp = `${root}node_modules/.textloom-setup`;
const wanted = createHash('sha256')
  .update(readFileSync(`${root}package-lock.json`))
  .digest('hex');

/**
 * Node.js 24 is one of the packages. npm installs the version for this platform in
 * node_modules/.bin.
 */
const hasNode = () =>
  existsSync(`${root}node_modules/.bin/node`) || Number.parseInt(process.versions.node, 10) >= 24;

if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== wanted || !hasNode()) {
  // Do not run scripts of packages, so that only files from the lock file are installed.
  await step('Installing the packages', ['ci', '--ignore-scripts', '--no-audit', '--no-fund']);
  if (!hasNode()) {
    console.error(
      `No package provides Node.js 24 for ${process.platform} on ${process.arch}. Install Node.js 24, then run the same command again.`,
    );
    process.exit(1);
  }
  writeFileSync(stamp, wanted);
}

async function step(title, args) {
  const startedAt = Date.now();
  const seconds = () => Math.round((Date.now() - startedAt) / 1000);
  console.log(`${title} …`);
  const ticker = setInterval(() => console.log(`  ${title}: ${seconds()} s`), 15_000);
  const output = [];
  const code = await new Promise((resolve) => {
    const npm = spawn('npm', [...args, '--loglevel=error'], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: process.platform === 'win32',
    });
    npm.stdout.on('data', (chunk) => output.push(chunk));
    npm.stderr.on('data', (chunk) => output.push(chunk));
    npm.on('error', () => resolve(1));
    npm.on('close', resolve);
  });
  clearInterval(ticker);
  if (code !== 0) {
    console.error(Buffer.concat(output).toString());
    console.error(
      `${title} failed. Check that the npm registry is reachable, then run the same command again.`,
    );
    process.exit(1);
  }
  console.log(`  done in ${seconds()} s`);
}
