import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

export const unreleased = 'Unreleased';

/** Returns the changelogs next to the files with the version, and always that of the service. */
export const changelogsNextTo = (root: string, files: readonly string[]): readonly string[] =>
  nextTo(files, 'CHANGELOG.md').filter(
    (file) => file === 'CHANGELOG.md' || existsSync(join(root, file)),
  );

/** Returns the READMEs next to the files with the version. */
export const readmesNextTo = (root: string, files: readonly string[]): readonly string[] =>
  nextTo(files, 'README.md').filter((file) => existsSync(join(root, file)));

const nextTo = (files: readonly string[], name: string) =>
  files.map((file) => join(dirname(file), name));

/** Returns the text below a heading such as "## 0.2.0", or undefined without this heading. */
export function findSection(changelog: string, heading: string): string | undefined {
  const [, section] = `\n${changelog}`.split(`\n## ${heading}\n`);
  return section?.split('\n## ')[0]!.trim();
}

/** Gives the entries under "Unreleased" to a version. */
export function release(changelog: string, version: string): string {
  if (findSection(changelog, version) !== undefined) return changelog;
  const heading = `## ${unreleased}\n`;
  if (changelog.includes(heading)) return changelog.replace(heading, () => `## ${version}\n`);
  const at = changelog.indexOf('\n## ') + 1 || changelog.length;
  const section = `## ${version}\n\n- This version changes nothing here.\n\n`;
  return changelog.slice(0, at) + section + changelog.slice(at);
}
