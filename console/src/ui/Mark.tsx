import type { MessageStatus } from '@textloom/shared/contract';
import type { ReactNode } from 'react';
import { labelValue } from '../form/labels.ts';
import classes from './Mark.module.css';

type Tone = 'success' | 'info' | 'warning' | 'error' | 'neutral';

/** Maps known states to tones. Any other state is plain. */
const tones: Readonly<Record<MessageStatus, Tone> & Record<string, Tone>> = {
  scheduled: 'info',
  queued: 'info',
  sent: 'info',
  received: 'info',
  delivered: 'success',
  undelivered: 'error',
  failed: 'error',
  expired: 'error',
  unconfirmed: 'warning',
  canceled: 'neutral',
  subscribed: 'success',
  opted_out: 'error',
  pending: 'warning',
  active: 'success',
  suspended: 'error',
  approved: 'success',
  rejected: 'error',
  enabled: 'success',
  disabled: 'error',
  succeeded: 'success',
  working: 'success',
  failing: 'error',
  running: 'info',
  paused: 'warning',
  stopped: 'warning',
  completed: 'success',
  open: 'success',
  limited: 'warning',
  blocked: 'error',
};

/** Shows a state as a label. */
export const StatusMark = ({ status }: { status: string }) => (
  <Mark tone={tones[status] ?? 'neutral'}>{labelValue(status)}</Mark>
);

export const Mark = ({ tone, children }: { tone: Tone; children: ReactNode }) => (
  <span className={classes.mark} data-tone={tone}>
    {children}
  </span>
);
