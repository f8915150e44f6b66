import type { Fields } from '../session.ts';

/** A submit_sm that waits for its turn. */
export interface Submit {
  readonly fields: Fields;
  /**
   * Until when the submit waits for a link, as a `performance.now()`. Undefined if the carrier has
   * no part of the message, which can then wait in its sender queue instead.
   */
  readonly deadline: number | undefined;
  /** Whether the submit may still leave, asked when its turn comes. */
  readonly mayLeave: () => boolean;
  /** Reports that the response is late. It may still come. */
  readonly onLate: () => void;
}
