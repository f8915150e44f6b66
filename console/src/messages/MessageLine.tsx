import { VisuallyHidden } from '@mantine/core';
import type { Message } from '@textloom/shared/contract';
import { InboundIcon, OutboundIcon } from '../icons.tsx';
import { formatPhoneNumber } from '../phoneNumber.ts';
import { Caption } from '../ui/Caption.tsx';
import { summarize } from '../ui/MediaLinks.tsx';
import { When } from '../ui/When.tsx';
import classes from './MessageLine.module.css';
import { describeText } from './describeText.ts';

/** Shows the direction and the text of a message in a row. */
export function MessageLine({ message }: { message: Message }) {
  const { direction, from, to, created_at, error } = message;
  const text = summarize(describeText(message));
  const isInbound = direction === 'inbound';
  return (
    <span className={classes.line}>
      {isInbound ? <InboundIcon size={16} /> : <OutboundIcon size={16} />}
      <span className={classes.text} title={text}>
        <VisuallyHidden>{isInbound ? 'Received: ' : 'Sent: '}</VisuallyHidden>
        {text}
      </span>
      {error && <span className={classes.reason}>{error.message}</span>}
      <span className={classes.under}>
        <Caption>
          {isInbound ? `From ${formatPhoneNumber(from)}` : `To ${formatPhoneNumber(to)}`} ·{' '}
          <When at={created_at} />
        </Caption>
      </span>
    </span>
  );
}
