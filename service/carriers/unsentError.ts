/** Nothing was sent. */
export class UnsentError extends Error {
  override readonly name = 'UnsentError';
}
