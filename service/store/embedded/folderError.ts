/**
 * The service cannot use the folder of the embedded database. The message says why, and what to do.
 */
export class FolderError extends Error {
  override readonly name = 'FolderError';
}
