import { Button, Center, VisuallyHidden } from '@mantine/core';
import { useDisclosure, useDocumentTitle } from '@mantine/hooks';
import { productName } from '@textloom/shared/contract';
import { useState } from 'react';
import { hasCode } from '../api/api.ts';
import type { Text } from '../api/simulator.ts';
import { HandsetIcon, PlusIcon } from '../icons.tsx';
import { ErrorNotice, Notice } from '../Notice.tsx';
import { go } from '../navigate.ts';
import { useNumbers } from '../numbers/useNumbers.ts';
import { handsetNumber, linkTo, type PageProps } from '../route.ts';
import { Conversation } from './Conversation.tsx';
import { HandsetList } from './HandsetList.tsx';
import classes from '../ui/TwoPanes.module.css';
import { NewHandset } from './NewHandset.tsx';
import { formatPhoneNumber, unusedHandsetNumber } from '../phoneNumber.ts';
import { useHandsets, useLiveTexts } from './queries.ts';
import { useUnread } from './unread.ts';

/** Shows the simulated handsets on the left, and the conversation of one of them on the right. */
export default function HandsetsPage({ route }: PageProps) {
  const handset = handsetNumber(route);
  const handsets = useHandsets();
  const ours = useNumbers();
  const [arrival, setArrival] = useState<Text>();
  const connection = useLiveTexts((texts) => {
    setArrival(texts.findLast(({ direction }) => direction === 'to_handset'));
  });
  const unread = useUnread(handsets.data, handset);
  const suggestion = unusedHandsetNumber(
    [...(handsets.data ?? []), ...(ours.data ?? [])].map(({ number }) => number),
  );
  const [adding, add] = useDisclosure(false);
  useDocumentTitle(`${unread.size > 0 ? `(${unread.size}) ` : ''}Handsets · ${productName}`);

  if (handsets.isError && !handsets.data) {
    return (
      <Center>
        <VisuallyHidden component="h1">Handsets</VisuallyHidden>
        {hasCode(handsets.error, 'not_found') ? (
          <Notice icon={<HandsetIcon size={26} />} title="There are no handsets here">
            This service sends to real phones, so there is nothing to simulate.
          </Notice>
        ) : (
          <ErrorNotice error={handsets.error} onRetry={() => void handsets.refetch()} />
        )}
      </Center>
    );
  }
  return (
    <div
      className={classes.page}
      data-view={handset !== undefined ? 'conversation' : handsets.data?.length ? 'list' : 'empty'}
    >
      <VisuallyHidden component="h1">Handsets</VisuallyHidden>
      <div className={classes.list}>
        <HandsetList
          handsets={handsets.data}
          selected={handset}
          unread={unread}
          connection={connection}
          onNew={add.open}
        />
      </div>
      {handset !== undefined && (
        <Conversation key={handset} handset={handset} connection={connection} />
      )}
      {handset === undefined && handsets.data && (
        <Center className={classes.placeholder}>
          {handsets.data.length === 0 ? (
            <Notice
              icon={<HandsetIcon size={26} />}
              title="No handset has any texts yet"
              action={
                <Button variant="default" leftSection={<PlusIcon size={16} />} onClick={add.open}>
                  New handset
                </Button>
              }
            >
              A handset is a simulated phone. Send a message to {formatPhoneNumber(suggestion)} and
              watch it arrive here, or open a new handset and send a text from it.
            </Notice>
          ) : (
            <Notice icon={<HandsetIcon size={26} />} title="Choose a handset">
              Its texts appear here as they arrive, and you can reply to them.
            </Notice>
          )}
        </Center>
      )}
      <VisuallyHidden role="status">
        {arrival && <span key={arrival.id}>{announce(arrival)}</span>}
      </VisuallyHidden>
      <NewHandset
        opened={adding}
        onClose={add.close}
        onCreate={(number) => {
          add.close();
          go(linkTo('handsets', number));
        }}
        suggestion={suggestion}
      />
    </div>
  );
}

const announce = ({ handset, from, text }: Text): string =>
  `New text to ${formatPhoneNumber(handset)} from ${formatPhoneNumber(from)}: ${text}`;
