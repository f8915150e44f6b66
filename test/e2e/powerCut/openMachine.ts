import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listInodes, restoreAfter, type Cut } from './disk.ts';
import { readRecord } from './readRecord.ts';

/** A machine whose power can be cut, as far as one folder can tell. */
export interface Machine {
  /**
   * Starts to record. Returns the environment of the process, which dies at the operation number
   * `at`, if it gets that far.
   */
  readonly turnOn: (at?: number) => Readonly<Record<string, string>>;
  /** Returns how many operations are on record since it was turned on. */
  readonly countOperations: () => number;
  /** Leaves in the folder what the disk kept. Call it after the process is gone. */
  readonly cutPower: (cut: Cut) => void;
  /** Returns how the folder differs from what the record says. */
  readonly differences: () => string;
  readonly remove: () => void;
}

/** Compiles the recorder. Needs Linux and a C compiler. */
export function openMachine(folder: string): Machine {
  const root = mkdtempSync(join(tmpdir(), 'textloom-machine-'));
  const library = join(root, 'record.so');
  const source = join(import.meta.dirname, 'record.c');
  execFileSync('cc', ['-shared', '-fPIC', '-O1', '-Wall', '-Werror', '-o', library, source]);
  const record = join(root, 'record');
  const [snapshot, restored] = [join(root, 'snapshot'), join(root, 'restored')];
  let inodes = new Map<string, number>();
  const restore = (cut: Cut) =>
    restoreAfter(readRecord(record), { snapshot, folder, inodes, cut, to: restored });
  return {
    turnOn: (at) => {
      rmSync(record, { force: true });
      rmSync(snapshot, { recursive: true, force: true });
      cpSync(folder, snapshot, { recursive: true });
      inodes = listInodes(folder);
      return {
        LD_PRELOAD: library,
        POWER_CUT_FOLDER: folder,
        POWER_CUT_RECORD: record,
        ...(at !== undefined && { POWER_CUT_AT: String(at) }),
      };
    },
    countOperations: () => readRecord(record).length,
    cutPower: (cut) => {
      restore(cut);
      rmSync(folder, { recursive: true });
      renameSync(restored, folder);
    },
    differences: () => {
      restore({ chance: 1, blockBytes: 4_096 });
      return spawnSync('diff', ['--recursive', '--brief', folder, restored]).stdout.toString();
    },
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}
