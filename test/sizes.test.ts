import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { filesBelow, root } from './sources.ts';

const longestFile = 250;
const largestFolder = 20;

const sources = ['service', 'console', 'connectors', 'shared', 'scripts', 'sdks/node']
  .flatMap(filesBelow)
  // The contract is one long description, and nobody reads generated code.
  .filter((file) => !/^shared\/contract\/|\.generated\./.test(file));

const filesLongerThan = (limit: number) =>
  sources
    .map((file) => [file, readFileSync(join(root, file), 'utf8').split('\n').length - 1] as const)
    .filter(([, lines]) => lines > limit);

const foldersLargerThan = (limit: number) =>
  [...Map.groupBy(sources, dirname)]
    .map(([folder, files]) => [folder, files.length] as const)
    // Each change of the database adds a migration, and none can leave.
    .filter(([folder, files]) => files > limit && folder !== 'service/store/migrations');

describe('the size of files and folders', () => {
  it(`no file has more than ${longestFile} lines`, () => {
    expect(filesLongerThan(longestFile)).toEqual([]);
  });

  it(`no folder has more than ${largestFolder} files`, () => {
    expect(foldersLargerThan(largestFolder)).toEqual([]);
  });

  it('finds files and folders that exceed a smaller limit, so that it can fail', () => {
    expect(filesLongerThan(longestFile - 50).length).toBeGreaterThan(0);
    expect(foldersLargerThan(largestFolder - 5).length).toBeGreaterThan(0);
  });
});
