/** The result of a check, as text that says what to do if there is a problem. */
export interface Finding {
  /** A note does not prevent the service from starting. */
  readonly kind: 'fine' | 'note' | 'wrong';
  readonly text: string;
}

export const fine = (text: string): Finding => ({ kind: 'fine', text });
export const note = (text: string): Finding => ({ kind: 'note', text });
export const wrong = (text: string): Finding => ({ kind: 'wrong', text });
