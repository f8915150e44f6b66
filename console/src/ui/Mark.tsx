import type { MessageStatus } from '@textloom/shared/contract';
import type { ReactNode } from 'react';
import { labelValue } from '../form/labels.ts';
import classes from './Mark.module.css';

type Tone = 'live' | 'good' | 'odd' | 'bad' | 'none';

/** Maps known states to tones. Any other state is plain. */
const tones: Readonly<Record<MessageStatus, Tone> & Record<string, Tone>> = {
  scheduled: 'good',
  queued: 'good',
  sent: 'good',
  received: 'good',
  delivered: 'live',
  undelivered: 'bad',
  failed: 'bad',
  expired: 'bad',
  unconfirmed: 'odd',
  canceled: 'none',
  subscribed: 'live',
  opted_out: 'bad',
  pending: 'odd',
  active: 'live',
  suspended: 'bad',
  approved: 'live',
  rejected: 'bad',
  enabled: 'live',
  disabled: 'bad',
  succeeded: 'live',
  working: 'live',
  failing: 'bad',
  running: 'good',
  paused: 'odd',
  stopped: 'odd',
  completed: 'live',
  open: 'live',
  limited: 'odd',
  blocked: 'bad',
};

/** Shows a state as a label. */
export const StatusMark = ({ status }: { status: string }) => (
  <Mark tone={tones[status] ?? 'none'}>{labelValue(status)}</Mark>
);

export const Mark = ({ tone, children }: { tone: Tone; children: ReactNode }) => (
  <span className={classes.mark} data-tone={tone}>
    {children}
  </span>
);
