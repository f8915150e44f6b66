/** Nothing was sent. */
export class UnsentError extends Error {
  override readonly name = 'UnsentError';
}

/** Nothing was sent, because another process may have taken the message over. */
export class LateError extends UnsentError {
  constructor() {
    super('This process was suspended for too long');
  }
}
