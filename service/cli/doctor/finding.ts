/** The result of a check, as text that says what to do if there is a problem. */
export interface Finding {
  /** A note does not prevent the service from starting. */
  readonly kind: 'fine' | 'note' | 'wrong';
  readonly text: string;
}

export const ok = (text: string): Finding => ({ kind: 'fine', text });
export const warning = (text: string): Finding => ({ kind: 'note', text });
export const problem = (text: string): Finding => ({ kind: 'wrong', text });

/** The sign before the text of a finding. */
export const marks = { fine: '✓', note: '!', wrong: '✗' } as const;
