import { ConfigError } from '../config/configError.ts';
import { NewerDatabaseError, NoTablesError } from '../store/migrate.ts';
import { FolderInUseError } from '../store/embedded/lockFolder.ts';
import { FolderError } from '../store/embedded/folderError.ts';
import { ServiceError } from '../errors/serviceError.ts';
import { CommandError } from './command.ts';

/** The reasons by error code of the operating system or of PostgreSQL. */
const reasons: Readonly<Record<string, string>> = {
  EADDRNOTAVAIL:
    'HOST is not an address of this machine. Set it to 127.0.0.1, to 0.0.0.0 for all addresses, or to an address of this machine.',
  ECONNREFUSED:
    'The database in DATABASE_URL does not respond. Check that PostgreSQL is running there.',
  ENOTFOUND: 'The host in DATABASE_URL is unknown. Check its spelling.',
  EAI_AGAIN: 'The lookup of the host in DATABASE_URL failed. Check the name and the network.',
  ETIMEDOUT:
    'The host in DATABASE_URL does not respond in time. Check the address, and check that no firewall blocks the connection.',
  TLS_NOT_OFFERED:
    'PostgreSQL does not offer TLS. Turn on ssl there, or remove sslmode from DATABASE_URL.',
  TLS_NOT_TRUSTED:
    'The TLS certificate of PostgreSQL is not trusted. Add sslrootcert with the certificate file of its authority to DATABASE_URL, and check the host name.',
  TLS_FILE_UNREADABLE:
    'A file in DATABASE_URL cannot be read. Check the paths in sslrootcert, sslcert and sslkey.',
  TLS_FAILED:
    'The TLS connection to PostgreSQL fails. Check the TLS versions and the certificate of the server.',
  '57P03':
    'PostgreSQL is starting up or shutting down. Start Textloom again when PostgreSQL accepts connections, or raise DATABASE_WAIT_SECONDS.',
  '28P01': 'PostgreSQL rejects the password in DATABASE_URL. Correct it.',
  '28000':
    'PostgreSQL rejects the user in DATABASE_URL. Check that the role exists and can log in from this machine.',
  '3D000': 'The database in DATABASE_URL does not exist. Create it, or correct its name.',
  '55000_connect':
    'The database in DATABASE_URL accepts no connections. Run "alter database NAME allow_connections true" in PostgreSQL.',
  '42501_connect':
    'The user in DATABASE_URL may not connect to the database. Grant it CONNECT on the database.',
  '42501':
    'The user in DATABASE_URL cannot create tables. Make it the owner of the database, or grant it CREATE.',
  '25006':
    'The database in DATABASE_URL is read-only. Use the primary server, or turn off default_transaction_read_only.',
  '53300':
    'PostgreSQL has no connections left. Raise max_connections: each process of the service uses 22.',
  '55P03':
    'Another session holds a lock on the tables, such as a backup. Wait for it or end it (pg_locks), then start again.',
  EACCES_listen: 'The user of the service cannot listen on this port. Set PORT to 1024 or higher.',
  EACCES:
    'DATA_DIR is not writable. Give the user of the service write access to that folder and everything in it.',
  ERR_SQLITE_ERROR:
    'DATA_DIR is not writable. Give the user of the service write access to that folder and everything in it.',
  ENOENT_mkdir:
    'DATA_DIR cannot be created, because the folder above it can contain no folders. Set it to another folder.',
  EPERM_mkdir:
    'DATA_DIR cannot be created, because the system does not allow it. Set it to another folder.',
  ENAMETOOLONG: 'DATA_DIR is too long. Set it to a shorter path.',
  ELOOP: 'DATA_DIR contains a link to itself. Set it to another folder.',
  EROFS: 'DATA_DIR is on a read-only file system. Set it to a folder that can be written.',
  ENOTDIR: 'DATA_DIR is a file, or is below one. Set it to a folder.',
  EEXIST: 'DATA_DIR is a file. Set it to a folder.',
  XX001: 'The database is damaged. Restore a backup.',
  XX002: 'The database is damaged. Restore a backup.',
  EPIPE_write: 'The program that reads the output has ended.',
  ENOSPC: 'The disk is full. Free up space, then try again.',
};

/** Returns the reason for a failure with its remedy, if known. */
const knownReason = (error: unknown): string | undefined => {
  const isExplained =
    error instanceof ConfigError ||
    error instanceof CommandError ||
    error instanceof ServiceError ||
    error instanceof FolderInUseError ||
    error instanceof FolderError ||
    error instanceof NewerDatabaseError ||
    error instanceof NoTablesError;
  if (isExplained) return error.message;
  // The embedded database is WebAssembly. It throws this error if its files are unreadable.
  if (error instanceof Error && error.name === 'RuntimeError')
    return 'The database in DATA_DIR is damaged. Restore a backup.';
  const { code, syscall, port, path, cause } = (error ?? {}) as NodeJS.ErrnoException & {
    readonly port?: number;
  };
  if (code === 'EADDRINUSE')
    return `Another program is using port ${port}. Stop that program, or choose another port in PORT or METRICS_PORT.`;
  if (code === 'EACCES' && path !== undefined)
    return syscall === 'mkdir'
      ? `The folder ${path} does not exist, and the user of the service cannot create it. Create it, and give it to that user.`
      : `The user of the service cannot write to ${path}. Give that user DATA_DIR and everything in it.`;
  return (
    reasons[`${code}_${syscall}`] ??
    reasons[String(code)] ??
    (cause ? knownReason(cause) : undefined)
  );
};

export const explainFailure = (error: unknown): string => knownReason(error) ?? formatCauses(error);

/** Formats an error together with its causes, whose messages say more. */
function formatCauses(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause === undefined ? String(error) : `${String(error)}, caused by ${formatCauses(cause)}`;
}
