/** What a check has found, in a sentence that says what to do where something is to be done. */
export interface Finding {
  /** A note keeps no one from starting the service. */
  readonly kind: 'fine' | 'note' | 'wrong';
  readonly text: string;
}

export const fine = (text: string): Finding => ({ kind: 'fine', text });
export const note = (text: string): Finding => ({ kind: 'note', text });
export const wrong = (text: string): Finding => ({ kind: 'wrong', text });
