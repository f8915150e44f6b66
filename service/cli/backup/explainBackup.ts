import { HoldLostError, maxHoldMs, NoHolderError } from '../../store/embedded/holds.ts';
import { CommandError } from '../command.ts';

/** Explains why the folder of backups takes no backup. */
export function explainTarget(error: unknown, parent: string): never {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS' || code === 'ERR_SQLITE_ERROR')
    throw new CommandError(`You cannot write to ${parent}. Choose another folder.`);
  if (code === 'ENOSPC') throw diskIsFull(parent);
  throw error;
}

const holderReasons: Readonly<Record<string, string>> = {
  ENOTSUP: 'On Windows, stop the service first, and start it after the backup.',
  ENAMETOOLONG:
    'The path of DATA_DIR is too long for a backup while the service runs. Stop the service, or use a shorter path.',
  EACCES: 'You cannot read DATA_DIR. Run the command as the user of the service.',
  ETIMEDOUT: 'The service is busy or stopping. Try again later.',
};

/** Explains why there is no copy. */
export function explainCopy(error: unknown, parent: string, name: string): never {
  const { code } = error as NodeJS.ErrnoException;
  if (error instanceof HoldLostError)
    throw new CommandError(
      `The service cannot wait until the copy is complete. It waits ${maxHoldMs / 1_000} seconds at most, and continues. ` +
        'Choose a faster disk or a time with fewer changes, or stop the service and run the command again.',
    );
  if (error instanceof NoHolderError)
    throw new CommandError(
      holderReasons[error.code] ??
        `The process that uses DATA_DIR does not respond to this command (${code}). ` +
          'If the service starts or stops, try again later. If it logged that a backup must wait, stop it first.',
    );
  if (code === 'EACCES' || code === 'EPERM' || code === 'ERR_SQLITE_ERROR')
    throw new CommandError(
      `You cannot read DATA_DIR or write to ${parent}. Run the command as the user of the service.`,
    );
  if (code === 'ENOSPC') throw diskIsFull(parent, name);
  if (error instanceof CommandError) throw error;
  throw unusable(error);
}

/** Explains why the copy is not a backup. Its errors must not look like those of the database. */
export function explainVerify(error: unknown): never {
  throw unusable(error);
}

const diskIsFull = (parent: string, name = 'backup'): CommandError =>
  new CommandError(
    `The disk of ${parent} is full, so there is no ${name}. Free up space, then try again.`,
  );

const unusable = (error: unknown): CommandError =>
  new CommandError(
    `The copy cannot be used: ${error instanceof Error ? error.message : String(error)}. ` +
      'The service and its data are unchanged. Check the disk of the backup, and try again.',
  );
