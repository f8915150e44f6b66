import { ActionIcon, Button, Title, Tooltip } from '@mantine/core';
import { contract, type Conversation } from '@textloom/shared/contract';
import { useMay } from '../account.ts';
import { useClient } from '../api/api.ts';
import { useAction } from '../api/queries.ts';
import { BackIcon, ContactIcon } from '../icons.tsx';
import { formatPhoneNumber } from '../phoneNumber.ts';
import { linkTo, type Query } from '../route.ts';
import { Mark } from '../ui/Mark.tsx';
import classes from '../ui/Thread.module.css';
import own from './Inbox.module.css';
import { conversationName } from './names.ts';

interface ConversationHeaderProps {
  conversation: Conversation;
  query: Query;
  onContact: () => void;
}

/** Shows who a conversation is with, and closes it or opens it again. */
export function ConversationHeader({ conversation, query, onContact }: ConversationHeaderProps) {
  const client = useClient();
  const may = useMay();
  const { id, contact, phone, status } = conversation;
  const isOpen = status === 'open';
  const change = useAction(
    () => client.conversation.update({ id, status: isOpen ? 'closed' : 'open' }),
    {
      changes: ['conversation'],
      toast: isOpen ? 'The conversation is closed' : 'The conversation is open again',
    },
  );
  const label = isOpen ? 'Close' : 'Reopen';
  return (
    <header className={classes.header}>
      <ActionIcon
        component="a"
        href={linkTo('inbox', undefined, query)}
        variant="subtle"
        color="gray"
        hiddenFrom="sm"
        aria-label="Back to the conversations"
      >
        <BackIcon />
      </ActionIcon>
      <div className={own.titleRow}>
        <div className={classes.title}>
          <Title order={2} size="h5" id="conversation" tabIndex={-1}>
            {conversationName(conversation)}
          </Title>
          <div className={classes.subtitle}>
            {contact ? formatPhoneNumber(phone) : 'Not a contact yet'}
          </div>
        </div>
        {status === 'closed' && <Mark tone="neutral">Closed</Mark>}
      </div>
      <Tooltip label="Contact">
        <ActionIcon
          variant="subtle"
          color="gray"
          hiddenFrom="lg"
          onClick={onContact}
          aria-label="Show the contact"
        >
          <ContactIcon />
        </ActionIcon>
      </Tooltip>
      {may(contract.conversation.update) && (
        <Tooltip label={`${label} the conversation (e)`}>
          <Button
            variant="default"
            size="compact-sm"
            loading={change.isPending}
            onClick={() => change.mutate()}
            data-toggle-conversation
          >
            {label}
          </Button>
        </Tooltip>
      )}
    </header>
  );
}
