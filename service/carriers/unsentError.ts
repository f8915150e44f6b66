/** Nothing was sent. */
export class UnsentError extends Error {
  override readonly name = 'UnsentError';
}

/** Nothing was sent, because the message may now belong to another process. */
export class LateError extends UnsentError {
  constructor() {
    super('This process was suspended for too long');
  }
}
