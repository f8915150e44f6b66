import type { Review } from '@textloom/shared/contract';

type Label = Review['status'] | 'confirm' | 'dismiss';

/** Labels the decisions about a text, and their buttons. */
export const outcomeLabels: Readonly<Record<Review['keyword'], Readonly<Record<Label, string>>>> = {
  stop: {
    open: 'To decide',
    confirm: 'Opt out',
    confirmed: 'Opted out',
    dismiss: 'Not an opt-out',
    dismissed: 'Not an opt-out',
  },
  start: {
    open: 'To decide',
    confirm: 'Opt in',
    confirmed: 'Opted in',
    dismiss: 'Not an opt-in',
    dismissed: 'Not an opt-in',
  },
};
