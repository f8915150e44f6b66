/** What a check has found, in a sentence that says what to do where something is to be done. */
export interface Finding {
  /** A note keeps no one from starting the service. */
  readonly kind: 'fine' | 'note' | 'wrong';
  readonly says: string;
}

export const fine = (says: string): Finding => ({ kind: 'fine', says });
export const note = (says: string): Finding => ({ kind: 'note', says });
export const wrong = (says: string): Finding => ({ kind: 'wrong', says });
