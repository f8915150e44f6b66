import { lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import type { Operation } from './readRecord.ts';

/*
 * Models a disk that keeps only what POSIX promises: the content of a file that was synced, and the
 * names in a folder that was synced. Chance decides what else is there after a cut.
 */

interface File {
  readonly kind: 'file';
  /** Holds the path of the content from before the process started. New files have none. */
  readonly source: string | undefined;
  content: Buffer | undefined;
  pending: Change[];
}
type Change =
  | { readonly at: number; readonly data: Buffer }
  /** A new size. */
  | { readonly size: number };

interface Folder {
  readonly kind: 'folder';
  readonly names: Map<string, Inode>;
  pending: NameChange[];
}
/** The changes of one call, which happen together or not at all. */
type NameChange = readonly (readonly [name: string, inode: Inode | undefined])[];
type Inode = File | Folder;

/** Decides what remains of the operations that were not synced. */
export interface Cut {
  /** The probability that a block of a write is on the disk. */
  readonly chance: number;
  /** Writes are torn between blocks of this size. */
  readonly blockBytes: number;
}

/** Returns a cut of random severity. A disk can lose everything, or nothing. */
export const randomCut = (): Cut => ({
  chance: [0, 0, 0.5, 0.95, 1][Math.floor(Math.random() * 5)]!,
  blockBytes: Math.random() < 0.5 ? 512 : 4_096,
});

/**
 * Writes what is on the disk after a cut to the folder `to`. `snapshot` is a copy of `folder` from
 * before the process began its operations, and `inodes` are the inodes of `folder` at that time.
 */
export function restoreAfter(
  operations: readonly Operation[],
  { snapshot, folder, inodes, cut, to }: RestoreOptions,
): void {
  const known = new Map<number, Inode>();
  const read = (path: string, below: string): Inode => {
    const inode: Inode = lstatSync(path).isDirectory()
      ? { kind: 'folder', names: new Map(), pending: [] }
      : { kind: 'file', source: path, content: undefined, pending: [] };
    known.set(inodes.get(below)!, inode);
    if (inode.kind === 'folder')
      for (const name of readdirSync(path))
        inode.names.set(name, read(join(path, name), join(below, name)));
    return inode;
  };
  const root = read(snapshot, '');
  /** The names as the process sees them. */
  const now = new Map<Folder, Map<string, Inode>>();
  const listNames = (of: Folder) => {
    if (!now.has(of)) now.set(of, new Map(of.names));
    return now.get(of)!;
  };
  const folderAt = (path: string): Folder => {
    let found: Inode | undefined = root;
    for (const name of path.split('/').filter(Boolean))
      found = found?.kind === 'folder' ? listNames(found).get(name) : undefined;
    if (found?.kind !== 'folder') throw new Error(`${path} is not a folder in the record`);
    return found;
  };
  const locate = (path: string) => {
    const below = relative(folder, path);
    const parent = folderAt(dirname(below) === '.' ? '' : dirname(below));
    return { parent, name: basename(below) };
  };
  const change = (parent: Folder, changes: NameChange) => {
    for (const [name, inode] of changes)
      if (inode) listNames(parent).set(name, inode);
      else listNames(parent).delete(name);
    parent.pending.push(changes);
  };

  for (const operation of operations) {
    switch (operation.type) {
      case 'create':
      case 'mkdir': {
        const inode: Inode =
          operation.type === 'create'
            ? { kind: 'file', source: undefined, content: Buffer.alloc(0), pending: [] }
            : { kind: 'folder', names: new Map(), pending: [] };
        const { parent, name } = locate(operation.path);
        known.set(operation.inode, inode);
        change(parent, [[name, inode]]);
        break;
      }
      case 'remove': {
        const { parent, name } = locate(operation.path);
        change(parent, [[name, undefined]]);
        break;
      }
      case 'rename': {
        const from = locate(operation.path);
        const { parent, name } = locate(operation.to);
        if (from.parent !== parent) throw new Error('A rename between folders is not modeled');
        change(parent, [
          [name, listNames(parent).get(from.name)],
          [from.name, undefined],
        ]);
        break;
      }
      case 'write':
      case 'size':
        requireFile(known.get(operation.inode)).pending.push(operation);
        break;
      case 'sync':
        sync(known.get(operation.inode));
    }
  }
  rmSync(to, { recursive: true, force: true });
  write(root, to, cut);
}

interface RestoreOptions {
  readonly snapshot: string;
  readonly folder: string;
  readonly inodes: ReadonlyMap<string, number>;
  readonly cut: Cut;
  readonly to: string;
}

/** Returns the inodes of a folder and everything below it, by path from the folder. */
export function listInodes(folder: string, below = ''): Map<string, number> {
  const path = join(folder, below);
  const inodes = new Map([[below, lstatSync(path).ino]]);
  if (!lstatSync(path).isDirectory()) return inodes;
  for (const name of readdirSync(path))
    for (const [inner, inode] of listInodes(folder, join(below, name))) inodes.set(inner, inode);
  return inodes;
}

function requireFile(inode: Inode | undefined): File {
  if (inode?.kind !== 'file') throw new Error('The record writes to an unknown file');
  return inode;
}

function sync(inode: Inode | undefined): void {
  if (!inode) throw new Error('The record syncs an unknown file');
  if (inode.kind === 'folder') applyNames(inode, inode.pending);
  else inode.content = contentAfter(inode, inode.pending);
  inode.pending = [];
}

function applyNames({ names }: Folder, changes: readonly NameChange[]): void {
  for (const [name, inode] of changes.flat())
    if (inode) names.set(name, inode);
    else names.delete(name);
}

function contentAfter(file: File, changes: readonly Change[]): Buffer {
  const before = file.content ?? readFileSync(file.source!);
  const measure = (change: Change) =>
    'size' in change ? change.size : change.at + change.data.length;
  const content = Buffer.alloc(
    changes.reduce((most, one) => Math.max(most, measure(one)), before.length),
  );
  before.copy(content);
  let size = before.length;
  for (const change of changes) {
    if ('size' in change) {
      content.fill(0, change.size, Math.max(size, change.size));
      size = change.size;
    } else {
      change.data.copy(content, change.at);
      size = Math.max(size, change.at + change.data.length);
    }
  }
  return content.subarray(0, size);
}

/** Returns the blocks of the changes that reached the disk. */
function surviving(changes: readonly Change[], { chance, blockBytes }: Cut): Change[] {
  const survives = () => Math.random() < chance;
  return changes.flatMap((change): Change[] => {
    if ('size' in change) return survives() ? [change] : [];
    const blocks: Change[] = [];
    const end = change.at + change.data.length;
    for (let at = change.at; at < end;) {
      const next = Math.min(end, at + blockBytes - (at % blockBytes));
      if (survives())
        blocks.push({ at, data: change.data.subarray(at - change.at, next - change.at) });
      at = next;
    }
    return blocks;
  });
}

/** Writes a file or folder as a cut leaves it. Folders keep the first of their last changes. */
function write(inode: Inode, path: string, cut: Cut): void {
  if (inode.kind === 'file') {
    const content = contentAfter(inode, surviving(inode.pending, cut));
    writeFileSync(path, content, { mode: 0o600 });
    return;
  }
  const { pending } = inode;
  const kept =
    cut.chance === 1 || cut.chance === 0
      ? cut.chance * pending.length
      : Math.floor(Math.random() * (pending.length + 1));
  applyNames(inode, pending.slice(0, kept));
  mkdirSync(path, { mode: 0o700 });
  for (const [name, inner] of inode.names) write(inner, join(path, name), cut);
}
