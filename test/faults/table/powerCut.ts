import type { Fault } from '../fault.ts';

const suite = 'test/e2e/powerCut/powerCut.pglite.test.ts';
const kept = { harm: 'lost', suite, only: 'everything that was accepted' } as const;

// prettier-ignore
export const powerCut: readonly Fault[] = [
  { file: 'service/store/embedded/durableFolder.ts', find: "PGlite.defaultStartParams.filter((parameter) => parameter !== '-F')", plant: 'PGlite.defaultStartParams', why: 'the database skips all syncs', ...kept },
  { file: 'service/store/embedded/durableFolder.ts', find: "'wal_sync_method=fsync'", plant: "'wal_sync_method=fdatasync'", why: 'Emscripten ignores the syncs of commits', ...kept },
  { file: 'service/store/embedded/durableFolder.ts', find: 'else orEnd(() => fdatasyncSync(nfd));', plant: '', why: 'a sync of the database does not reach the disk', ...kept },
  { file: 'service/store/embedded/durableFolder.ts', find: 'if (existsSync(folder)) syncFolder(folder);', plant: '', harm: 'lost', why: 'the files of new tables are gone after a power cut', suite, only: 'after it was stopped' },
  { file: 'service/store/embedded/createDatabase.ts', find: '  syncAll(incomplete);', plant: '', harm: 'lost', why: 'a new database is damaged by a power cut', suite, only: 'after it was stopped' },
];
