import { existsSync, fdatasyncSync, fsyncSync } from 'node:fs';
import { PGlite, type PGliteOptions } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import { ignoreIfUnable, syncFolder } from './syncFolder.ts';

/** A file or folder in Emscripten. */
interface Node {
  readonly mode: number;
  readonly parent: Node;
}
interface Stream {
  readonly node: Node;
  /** The file descriptor of the operating system. */
  readonly nfd: number;
}
/** The part of Emscripten's file system that keeps files in a folder of the machine. */
interface HostFiles {
  readonly realPath: (node: Node) => string;
  /** Runs an operation, and throws its error in the form that PostgreSQL gets. */
  readonly tryFSOperation: (operation: () => void) => void;
  readonly node_ops: {
    mknod: (parent: Node, ...rest: unknown[]) => unknown;
    symlink: (parent: Node, ...rest: unknown[]) => unknown;
    unlink: (parent: Node, ...rest: unknown[]) => unknown;
    rmdir: (parent: Node, ...rest: unknown[]) => unknown;
    rename: (node: Node, folder: Node, name: string) => unknown;
  };
  readonly stream_ops: { fsync?: (stream: Stream) => number };
}

/**
 * PGlite starts PostgreSQL with `-F`, which skips all syncs. The method must be `fsync`, because
 * Emscripten ignores `fdatasync`.
 */
const startParams = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  '-c',
  'wal_sync_method=fsync',
];

/**
 * Returns the options with which PGlite keeps its database in a folder and survives a power cut.
 * Each commit then waits for the disk. Never turn `synchronous_commit` off for a transaction:
 * PGlite has no background process that writes the commit later, so even a crash of the process
 * loses it.
 */
export const durableFolder = (folder: string): Pick<PGliteOptions, 'fs' | 'startParams'> => ({
  startParams,
  fs: new (class extends NodeFS {
    override async init(...[pglite, options]: Parameters<NodeFS['init']>) {
      const { emscriptenOpts } = await super.init(pglite, options);
      const preRun = [
        ...(emscriptenOpts.preRun ?? []),
        // PGlite does not type the file systems of Emscripten.
        ({ NODEFS }: { readonly NODEFS: unknown }) => addSync(NODEFS as HostFiles),
      ];
      return { emscriptenOpts: { ...emscriptenOpts, preRun } };
    }
  })(folder),
});

const isFolder = ({ mode }: Node): boolean => (mode & 0o170000) === 0o040000;

/** Adds the operation that syncs a file, which Emscripten's file system lacks. */
function addSync({ realPath, tryFSOperation, node_ops: nodes, stream_ops: streams }: HostFiles) {
  // PostgreSQL does not sync the folders of all files that it creates, and relies on the file
  // system to keep the name of a file that is synced. POSIX does not promise that.
  const changedFolders = new Set<string>();
  const remember = (folder: Node) => changedFolders.add(realPath(folder));

  for (const name of ['mknod', 'symlink', 'unlink', 'rmdir'] as const) {
    const change = nodes[name];
    nodes[name] = (parent, ...rest) => {
      remember(parent);
      return change(parent, ...rest);
    };
  }
  const { rename } = nodes;
  nodes.rename = (node, folder, name) => {
    remember(node.parent);
    remember(folder);
    return rename(node, folder, name);
  };

  streams.fsync = ({ node, nfd }) => {
    tryFSOperation(() => {
      for (const folder of changedFolders) {
        if (existsSync(folder)) syncFolder(folder);
        changedFolders.delete(folder);
      }
      if (isFolder(node)) ignoreIfUnable(() => fsyncSync(nfd));
      else orEnd(() => fdatasyncSync(nfd));
    });
    return 0;
  };
}

/**
 * Runs the sync of a file. If it fails, ends the process: PostgreSQL then cannot continue, and
 * PGlite would block the process forever. Nobody knows what is on the disk until the next start
 * reads it.
 */
function orEnd(sync: () => void): void {
  try {
    sync();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    process.stderr.write(
      `The disk of DATA_DIR did not store a change (${code}). Check the disk, then start the service again.\n`,
    );
    process.exit(1);
  }
}
