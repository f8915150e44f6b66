import { ConfigError } from '../config/configError.ts';
import { NewerDatabaseError } from '../store/migrate.ts';
import { FolderInUseError } from '../store/embedded/lockFolder.ts';
import { FolderError } from '../store/embedded/openFolder.ts';
import { CommandError } from './command.ts';

/** By the codes of the operating system and of PostgreSQL. */
const reasons: Readonly<Record<string, string>> = {
  EADDRINUSE:
    'The port is in use by another program. Stop that program, or set PORT to another one.',
  EADDRNOTAVAIL:
    'HOST is no address of this machine. Set it to 127.0.0.1, to 0.0.0.0 for all of them, or to one of its own.',
  ECONNREFUSED:
    'The database of DATABASE_URL does not answer. Check that PostgreSQL is running there.',
  ENOTFOUND: 'The host of DATABASE_URL is not known. Check how it is spelled.',
  EAI_AGAIN: 'The host of DATABASE_URL could not be looked up. Check the name and the network.',
  ETIMEDOUT:
    'The host of DATABASE_URL does not answer in time. Check the address, and that no firewall is in between.',
  TLS_NOT_OFFERED:
    'PostgreSQL does not offer TLS. Turn on ssl there, or remove sslmode from DATABASE_URL.',
  TLS_NOT_TRUSTED:
    "The TLS certificate of PostgreSQL is not trusted. Add sslrootcert with the file of its authority to DATABASE_URL, and check the host's name.",
  TLS_FAILED:
    'The TLS connection to PostgreSQL fails. Check the versions and the certificate that the server is set up with.',
  '57P03':
    'PostgreSQL is starting up or shutting down. Start again once it takes connections, or raise DATABASE_WAIT_SECONDS.',
  '28P01': 'PostgreSQL refuses the password in DATABASE_URL. Correct it.',
  '28000':
    'PostgreSQL refuses the user in DATABASE_URL. Check that the role exists and may log in from here.',
  '3D000': 'The database in DATABASE_URL does not exist. Create it, or correct its name.',
  '42501':
    'The user in DATABASE_URL may not create tables. Make it the owner of the database, or grant it CREATE.',
  '25006':
    'The database in DATABASE_URL is read-only. Name the primary server, or lift default_transaction_read_only.',
  '53300':
    'PostgreSQL has no connection left. Raise max_connections: each process of the service takes 22.',
  EACCES_listen:
    'The user of the service may not listen on this port. Set PORT to one from 1024 on.',
  EACCES:
    'DATA_DIR cannot be written. Give the user of the service the rights to that folder and all that is in it.',
  ERR_SQLITE_ERROR:
    'DATA_DIR cannot be written. Give the user of the service the rights to that folder and all that is in it.',
  EROFS: 'DATA_DIR is on a read-only file system. Set it to a folder that can be written.',
  ENOTDIR: 'DATA_DIR is below a file. Set it to a folder.',
  EEXIST: 'DATA_DIR is a file. Set it to a folder.',
  XX001: 'The database is damaged. Restore a backup.',
  XX002: 'The database is damaged. Restore a backup.',
  ENOSPC: 'The disk is full. Make room, then try again.',
};

/** Why something did not work, as a sentence with its remedy where it is known. */
export const knownReason = (error: unknown): string | undefined => {
  const isOurs =
    error instanceof ConfigError ||
    error instanceof CommandError ||
    error instanceof FolderInUseError ||
    error instanceof FolderError ||
    error instanceof NewerDatabaseError;
  if (isOurs) return error.message;
  // The embedded database is WebAssembly, and gives up so where it can make no sense of its files.
  if (error instanceof Error && error.name === 'RuntimeError')
    return 'The database in DATA_DIR is damaged. Restore a backup.';
  const { code, syscall, cause } = (error ?? {}) as NodeJS.ErrnoException;
  return (
    reasons[`${code}_${syscall}`] ??
    reasons[String(code)] ??
    (cause ? knownReason(cause) : undefined)
  );
};

export const reasonOf = (error: unknown): string => knownReason(error) ?? told(error);

/** An error with the one that caused it, the message of which says more. */
function told(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause === undefined ? String(error) : `${String(error)}, because of ${told(cause)}`;
}
