import { ActionIcon, Button, Center, Loader, Title, VisuallyHidden } from '@mantine/core';
import { useEffect, useRef, useState, type UIEvent } from 'react';
import { useMay } from '../account.ts';
import type { NewText } from '../api/api.ts';
import { simulator } from '../api/simulator.ts';
import { BackIcon, DownIcon } from '../icons.tsx';
import { ErrorNotice, Notice } from '../Notice.tsx';
import { linkTo } from '../route.ts';
import { ConnectionState } from './ConnectionState.tsx';
import classes from '../ui/Thread.module.css';
import { formatDateTime, formatDay, formatTime } from '../dates.ts';
import { HandsetMark } from './HandsetMark.tsx';
import { OutcomeHelp } from './OutcomeHelp.tsx';
import { arrives, findOutcome } from './outcomes.ts';
import { formatPhoneNumber } from '../phoneNumber.ts';
import { useTexts, useUnsentTexts, type Connection } from './queries.ts';
import { Copyable } from '../ui/Copyable.tsx';
import { MediaLinks } from '../ui/MediaLinks.tsx';
import { ReplyBox } from './ReplyBox.tsx';
import { groupTexts, notShown, type TextGroup } from './texts.ts';

interface ConversationProps {
  handset: string;
  connection: Connection;
}

/** Shows the texts of a handset as its owner sees them, with their own texts on the right. */
export function Conversation({ handset, connection }: ConversationProps) {
  const texts = useTexts(handset);
  const unsent = notShown(useUnsentTexts(handset), texts.data ?? []);
  const maySend = useMay()(simulator.send);
  const section = useRef<HTMLElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const [isScrolledUp, setIsScrolledUp] = useState(false);

  // On a touch screen, the focus would open a keyboard over the texts.
  useEffect(() => {
    const target = matchMedia('(pointer: fine)').matches ? 'textarea' : 'h2';
    section.current?.querySelector<HTMLElement>(target)?.focus({ preventScroll: true });
  }, []);

  const outcome = findOutcome(handset);
  const toLatest = () => scroller.current?.scrollTo({ top: 0 });
  const now = Date.now();
  const groups = groupTexts(texts.data ?? [], (at) => formatDay(at, now));
  return (
    <section ref={section} className={classes.conversation} aria-labelledby="conversation">
      <Header handset={handset} connection={connection} />
      <div className={classes.middle}>
        {texts.data && groups.length + unsent.length > 0 ? (
          <div
            ref={scroller}
            className={classes.scroller}
            onScroll={({ currentTarget }: UIEvent<HTMLDivElement>) => {
              setIsScrolledUp(currentTarget.scrollTop < -160);
            }}
            role="region"
            aria-label="Texts"
            tabIndex={0}
          >
            <div className={classes.texts}>
              {groups.map((group) => (
                <Group key={group.texts[0].id} group={group} />
              ))}
              {unsent.map((text, index) => (
                <Unsent key={index} text={text} />
              ))}
            </div>
          </div>
        ) : (
          <Center h="100%">
            {texts.data ? (
              <Notice icon={<HandsetMark number={handset} />} title="No texts yet">
                {outcome && !arrives(outcome)
                  ? 'Texts sent to this number never arrive. You can still text from here.'
                  : 'Send a message to this number, or send a text from here to one of your numbers.'}
              </Notice>
            ) : texts.isError ? (
              <ErrorNotice error={texts.error} onRetry={() => void texts.refetch()} />
            ) : (
              <Loader size="sm" role="status" aria-label="Loading texts" />
            )}
          </Center>
        )}
        {isScrolledUp && (
          <Button
            className={classes.latest}
            variant="default"
            size="xs"
            radius="xl"
            leftSection={<DownIcon size={14} />}
            onClick={toLatest}
          >
            Latest
          </Button>
        )}
      </div>
      {maySend ? (
        <ReplyBox handset={handset} texts={texts.data} onSend={toLatest} />
      ) : (
        <p className={classes.refused}>
          You cannot text from this handset, because your key can only read.
        </p>
      )}
    </section>
  );
}

function Header({ handset, connection }: ConversationProps) {
  const outcome = findOutcome(handset);
  return (
    <header className={classes.header}>
      <ActionIcon
        component="a"
        href={linkTo('handsets')}
        variant="subtle"
        color="gray"
        hiddenFrom="sm"
        aria-label="Back to the handsets"
      >
        <BackIcon />
      </ActionIcon>
      <HandsetMark number={handset} />
      <div className={classes.title}>
        <Title order={2} size="h5" id="conversation" tabIndex={-1}>
          <Copyable value={handset} what="number">
            {formatPhoneNumber(handset)}
          </Copyable>
        </Title>
        <div className={classes.subtitle}>
          {connection === 'reconnecting' ? (
            <ConnectionState connection={connection} />
          ) : (
            outcome && (
              <>
                Ends in {handset.slice(-2)} · {outcome.title}
                <OutcomeHelp />
              </>
            )
          )}
        </div>
      </div>
    </header>
  );
}

function Group({ group }: { group: TextGroup }) {
  const { texts, direction, peer } = group;
  const last = texts.at(-1)!;
  const own = direction === 'from_handset';
  const speaker = `${own ? 'To' : 'From'} ${formatPhoneNumber(peer)}`;
  return (
    <>
      {group.isFirstOfDay && <h3 className={classes.day}>{group.day}</h3>}
      <div className={classes.group} data-own={own || undefined}>
        {group.isFirstFromPeer ? (
          <p className={classes.peer}>{speaker}</p>
        ) : (
          <VisuallyHidden>{speaker}</VisuallyHidden>
        )}
        {texts.map(({ id, text, media, at }) => (
          <div key={id} className={classes.bubble} title={formatDateTime(at)}>
            {text}
            <MediaLinks media={media} />
          </div>
        ))}
        <time className={classes.time} dateTime={last.at}>
          {formatTime(last.at)}
        </time>
      </div>
    </>
  );
}

const Unsent = ({ text: { text } }: { text: NewText }) => (
  <div className={classes.group} data-own data-unsent>
    <p className={classes.bubble}>{text}</p>
    <span className={classes.time}>Sending…</span>
  </div>
);
