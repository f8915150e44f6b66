import { Button, Center, Loader, VisuallyHidden } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { contract, type Conversation } from '@textloom/shared/contract';
import { useEffect, useRef, useState } from 'react';
import { useMay } from '../account.ts';
import { hasCode, useClient } from '../api/api.ts';
import { refetchWhile, usePages } from '../api/queries.ts';
import { MessageIcon } from '../icons.tsx';
import { ErrorLine, ErrorNotice, Notice } from '../Notice.tsx';
import { describeText } from '../messages/describeText.ts';
import { linkTo, type Query } from '../route.ts';
import { useDraft } from '../session/useDraft.ts';
import classes from '../ui/Thread.module.css';
import { toTable } from '../ui/toTable.ts';
import { ContactPanel } from './ContactPanel.tsx';
import { ConversationHeader } from './ConversationHeader.tsx';
import own from './Inbox.module.css';
import { conversationName, replyRefusal } from './names.ts';
import { useReplies } from './Replies.tsx';
import type { UnsentReply } from './unsentReplies.ts';
import { Reply } from './Reply.tsx';
import { Texts, Unsent } from './Texts.tsx';
import { useRead } from './useRead.ts';

const pollMs = 3_000;

interface ThreadProps {
  id: string;
  query: Query;
  /** Whether the user can type a reply immediately. Otherwise, the shortcuts keep working. */
  focusesReply: boolean;
}

/** Shows one conversation, who it is with, and a box for a reply. */
export function Thread({ id, ...props }: ThreadProps) {
  const client = useClient();
  const found = useQuery({
    queryKey: ['conversation', 'get', id],
    queryFn: ({ signal }) => client.conversation.get({ id }, { signal }),
    refetchInterval: refetchWhile(pollMs),
  });
  if (found.data && !hasCode(found.error, 'not_found'))
    return (
      <Shown
        conversation={found.data}
        problem={found.error}
        onProblem={() => void found.refetch()}
        {...props}
      />
    );
  return (
    <Center>
      {found.error ? (
        <ErrorNotice error={found.error} onRetry={() => void found.refetch()}>
          <Button component="a" variant="default" href={linkTo('inbox', undefined, props.query)}>
            Back to the inbox
          </Button>
        </ErrorNotice>
      ) : (
        <Loader size="sm" role="status" aria-label="Loading the conversation" />
      )}
    </Center>
  );
}

interface ShownProps extends Omit<ThreadProps, 'id'> {
  conversation: Conversation;
  /** Why the conversation is old. */
  problem: unknown;
  onProblem: () => void;
}

function Shown({ conversation, problem, onProblem, query, focusesReply }: ShownProps) {
  const client = useClient();
  const may = useMay();
  const replies = useReplies();
  const { id } = conversation;
  const messages = usePages(
    ['conversation', `messages ${id}`],
    client.conversation.messages,
    { id },
    {
      limit: 50,
      pollMs,
    },
  );
  const { rows, error, onRetry, hasMore, isFetchingMore, onMore } = toTable(messages);
  const scroller = useRef<HTMLDivElement>(null);
  const section = useRef<HTMLElement>(null);
  const [startsInReply] = useState(focusesReply);
  const [showsContact, panel] = useDisclosure(false);
  useRead(conversation, messages);
  // On a touch screen, the focus would open a keyboard over the texts.
  useEffect(() => {
    const target = startsInReply && matchMedia('(pointer: fine)').matches ? 'textarea' : 'h2';
    section.current?.querySelector<HTMLElement>(target)?.focus({ preventScroll: true });
  }, [startsInReply]);
  const unsent = replies.unsent.filter((reply) => reply.conversation === id);
  const refusal = replyRefusal(conversation);
  const [draft, setDraft] = useDraft(`reply ${id}`, '');
  const edit = (reply: UnsentReply) => {
    setDraft((current) => [reply.text, current].filter(Boolean).join('\n'));
    replies.discard(reply);
    section.current?.querySelector('textarea')?.focus();
  };
  const newest = rows?.[0];
  // Screen readers announce only the texts that arrive while the conversation is open.
  const [opening, setOpening] = useState<string>();
  if (rows && opening === undefined) setOpening(newest?.id ?? '');
  return (
    <div className={own.thread}>
      <section ref={section} className={classes.conversation} aria-labelledby="conversation">
        <ConversationHeader conversation={conversation} query={query} onContact={panel.open} />
        <div className={classes.middle}>
          {rows && rows.length + unsent.length > 0 ? (
            <div
              ref={scroller}
              className={classes.scroller}
              role="region"
              aria-label="Texts"
              tabIndex={0}
            >
              <div className={classes.texts}>
                {hasMore && (
                  <div className={own.older}>
                    <Button
                      variant="default"
                      size="compact-sm"
                      loading={isFetchingMore}
                      onClick={onMore}
                    >
                      Show older texts
                    </Button>
                  </div>
                )}
                <Texts messages={rows.toReversed()} />
                {unsent.map((reply) => (
                  <Unsent key={reply.key} reply={reply} onEdit={() => edit(reply)} />
                ))}
              </div>
            </div>
          ) : (
            <Center h="100%">
              {error && !rows ? (
                <ErrorNotice error={error} onRetry={onRetry} />
              ) : rows ? (
                <Notice icon={<MessageIcon size={26} />} title="No texts yet">
                  Write the first text below.
                </Notice>
              ) : (
                <Loader size="sm" role="status" aria-label="Loading texts" />
              )}
            </Center>
          )}
        </div>
        {rows && (error || problem) ? (
          <div className={classes.refused}>
            <ErrorLine error={error ?? problem} onRetry={error ? onRetry : onProblem} />
          </div>
        ) : null}
        {refusal !== undefined && (
          <p className={classes.refused}>
            You cannot reply, because {conversationName(conversation)} {refusal}.
          </p>
        )}
        {refusal === undefined && !may(contract.conversation.reply) && (
          <p className={classes.refused}>You cannot reply, because your key can only read.</p>
        )}
        {refusal === undefined && may(contract.conversation.reply) && (
          <Reply
            conversation={conversation}
            draft={draft}
            onChange={setDraft}
            onSend={(text) => {
              setDraft('');
              scroller.current?.scrollTo({ top: 0 });
              replies.send(id, text);
            }}
          />
        )}
      </section>
      <VisuallyHidden role="status">
        {newest?.direction === 'inbound' && newest.id !== opening && (
          <span key={newest.id}>They wrote: {describeText(newest)}</span>
        )}
      </VisuallyHidden>
      <ContactPanel conversation={conversation} opened={showsContact} onClose={panel.close} />
    </div>
  );
}
