import { Button, VisuallyHidden } from '@mantine/core';
import type { Message } from '@textloom/shared/contract';
import { formatDateTime, formatDay, formatTime } from '../dates.ts';
import { describeText } from '../messages/describeText.ts';
import { linkTo } from '../route.ts';
import { StatusMark } from '../ui/Mark.tsx';
import { MediaLinks } from '../ui/MediaLinks.tsx';
import classes from '../ui/Thread.module.css';
import own from './Inbox.module.css';
import { useReplies } from './Replies.tsx';
import { explainUnsent, isRefused, type UnsentReply } from './unsentReplies.ts';

/** Shows the messages of a conversation, oldest first. */
export function Texts({ messages }: { messages: readonly Message[] }) {
  const now = Date.now();
  return messages.map((message, index) => {
    const { id, direction, created_at, media, status, possible_keyword } = message;
    const day = formatDay(created_at, now);
    const isFirstOfDay = index === 0 || formatDay(messages[index - 1]!.created_at, now) !== day;
    const isOwn = direction === 'outbound';
    return (
      <div key={id}>
        {isFirstOfDay && <h3 className={classes.day}>{day}</h3>}
        <div className={classes.group} data-own={isOwn || undefined}>
          <VisuallyHidden>{isOwn ? 'You' : 'They'} wrote</VisuallyHidden>
          <div className={classes.bubble} title={formatDateTime(created_at)}>
            {describeText(message)}
            <MediaLinks media={media} />
          </div>
          <span className={classes.time}>
            <time dateTime={created_at}>{formatTime(created_at)}</time>
            {isOwn && (
              <>
                {' · '}
                <a href={linkTo('messages', id)}>
                  <StatusMark status={status} />
                </a>
              </>
            )}
            {possible_keyword !== null && (
              <>
                {' · '}
                <a href={linkTo('reviews')}>
                  Possible opt-{possible_keyword === 'stop' ? 'out' : 'in'}
                </a>
              </>
            )}
          </span>
        </div>
      </div>
    );
  });
}

/** Shows a reply that the service has not accepted yet. */
export function Unsent({ reply, onEdit }: { reply: UnsentReply; onEdit: () => void }) {
  const replies = useReplies();
  return (
    <div className={classes.group} data-own data-unsent>
      <p className={classes.bubble}>{reply.text}</p>
      {reply.failure === undefined ? (
        <span className={classes.time}>Sending…</span>
      ) : (
        <div role="alert" className={classes.time}>
          <span className={own.failed}>
            Not sent: {explainUnsent(reply.failure, reply, Date.now())}
          </span>{' '}
          <Button variant="subtle" size="compact-xs" onClick={() => replies.retry(reply)}>
            Try again
          </Button>
          {isRefused(reply) && (
            <Button variant="subtle" size="compact-xs" onClick={onEdit}>
              Edit
            </Button>
          )}
          <Button
            variant="subtle"
            color="gray"
            size="compact-xs"
            onClick={() => replies.discard(reply)}
          >
            Discard
          </Button>
        </div>
      )}
    </div>
  );
}
