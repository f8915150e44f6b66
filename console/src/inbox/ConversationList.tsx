import {
  SegmentedControl,
  Skeleton,
  TextInput,
  Title,
  VisuallyHidden,
  Button,
} from '@mantine/core';
import type { Conversation } from '@textloom/shared/contract';
import type { ReactNode, RefObject } from 'react';
import { describeText } from '../messages/describeText.ts';
import { formatTimeOrDay } from '../dates.ts';
import { NothingYet } from '../filters/NothingYet.tsx';
import { ErrorLine } from '../Notice.tsx';
import { linkTo, type Query } from '../route.ts';
import { summarize } from '../ui/MediaLinks.tsx';
import { moveFocus } from '../ui/moveFocus.ts';
import classes from '../ui/SideList.module.css';
import type { toTable } from '../ui/toTable.ts';
import own from './Inbox.module.css';
import { conversationName } from './names.ts';

export const views = [
  { value: 'open', label: 'Open' },
  { value: 'unread', label: 'Unread' },
  { value: 'closed', label: 'Closed' },
] as const;
export type View = (typeof views)[number]['value'];

interface ConversationListProps extends ReturnType<typeof toTable<Conversation>> {
  selected: string | undefined;
  query: Query;
  view: View;
  onView: (view: View) => void;
  search: string;
  onSearch: (search: string) => void;
  searchInput: RefObject<HTMLInputElement | null>;
  /** What to show if there are none. */
  empty: ReactNode;
}

export function ConversationList(props: ConversationListProps) {
  const {
    rows: conversations,
    selected,
    query,
    view,
    onView,
    search,
    onSearch,
    empty,
    compared,
  } = props;
  const isOpenEnd = conversations?.length === 0 && props.hasMore && compared !== undefined;
  const now = Date.now();
  return (
    <section className={classes.side} aria-labelledby="inbox">
      <header className={own.top}>
        <Title order={2} size="h4" id="inbox">
          Inbox
        </Title>
        <TextInput
          ref={props.searchInput}
          type="search"
          size="sm"
          placeholder="Search name, number or last text"
          aria-label="Search conversations"
          value={search}
          maxLength={100}
          onChange={(event) => onSearch(event.currentTarget.value)}
          onKeyDown={({ key, currentTarget }) => {
            if (key === 'Escape') currentTarget.blur();
          }}
        />
        <SegmentedControl
          size="xs"
          fullWidth
          aria-label="Conversations to show"
          data={[...views]}
          value={view}
          onChange={onView}
        />
      </header>
      {conversations?.length === 0 && (
        <div className={own.none}>
          {isOpenEnd ? (
            <NothingYet {...props} error={undefined} compared={compared} what="conversations" />
          ) : (
            empty
          )}
        </div>
      )}
      <ul className={classes.list} onKeyDown={moveFocus} aria-busy={!conversations}>
        {!conversations && placeholders}
        {conversations?.map((conversation) => (
          <li key={conversation.id}>
            <Row
              conversation={conversation}
              href={linkTo('inbox', conversation.id, query)}
              selected={conversation.id === selected}
              now={now}
            />
          </li>
        ))}
        {props.error ? (
          <li className={own.more}>
            <ErrorLine error={props.error} onRetry={props.onRetry} />
          </li>
        ) : null}
        {props.hasMore && !isOpenEnd && (
          <li className={own.more}>
            <Button
              variant="default"
              size="compact-sm"
              loading={props.isFetchingMore}
              onClick={props.onMore}
            >
              {compared === undefined ? 'Show more' : 'Search older ones'}
            </Button>
          </li>
        )}
      </ul>
    </section>
  );
}

interface RowProps {
  conversation: Conversation;
  href: string;
  selected: boolean;
  now: number;
}

function Row({ conversation, href, selected, now }: RowProps) {
  const { unread, last_message: last, updated_at } = conversation;
  return (
    <a
      className={`${classes.row} ${own.row}`}
      href={href}
      aria-current={selected ? 'true' : undefined}
      data-unread={unread > 0 || undefined}
    >
      <span className={classes.name}>{conversationName(conversation)}</span>
      <time className={classes.time} dateTime={updated_at}>
        {formatTimeOrDay(updated_at, now)}
      </time>
      <span className={`${classes.text} ${own.text}`} dir="auto">
        {last === null ? (
          'No texts yet'
        ) : last.direction === 'inbound' ? (
          summarize(describeText(last))
        ) : (
          <>
            You: <bdi>{summarize(describeText(last))}</bdi>
          </>
        )}
      </span>
      {unread > 0 && (
        <span className={own.unread}>
          {unread > 99 ? '99+' : unread}
          <VisuallyHidden> unread</VisuallyHidden>
        </span>
      )}
    </a>
  );
}

const placeholders = Array.from({ length: 5 }, (_, index) => (
  <li key={index} className={`${classes.row} ${own.row}`}>
    <Skeleton height={12} width="60%" />
    <Skeleton height={10} width={40} />
    <Skeleton className={own.text} height={10} width="90%" />
  </li>
));
