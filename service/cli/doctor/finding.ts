/** The result of a check, as text that says what to do if there is a problem. */
export interface Finding {
  /** A warning does not prevent the service from starting. */
  readonly kind: 'ok' | 'warning' | 'problem';
  readonly text: string;
}

export const ok = (text: string): Finding => ({ kind: 'ok', text });
export const warning = (text: string): Finding => ({ kind: 'warning', text });
export const problem = (text: string): Finding => ({ kind: 'problem', text });

/** Returns a finding only if the condition is true. */
export const warnIf = (isFound: boolean, text: string): Finding[] =>
  isFound ? [warning(text)] : [];
export const problemIf = (isFound: boolean, text: string): Finding[] =>
  isFound ? [problem(text)] : [];

/** The sign before the text of a finding. */
export const marks = { ok: '✓', warning: '!', problem: '✗' } as const;
