import { Drawer, Title } from '@mantine/core';
import type { Conversation } from '@textloom/shared/contract';
import { useListNames } from '../lists/useListNames.ts';
import { formatPhoneNumber } from '../phoneNumber.ts';
import { linkTo } from '../route.ts';
import { Copyable } from '../ui/Copyable.tsx';
import { Facts } from '../ui/Facts.tsx';
import { StatusMark } from '../ui/Mark.tsx';
import { When } from '../ui/When.tsx';
import classes from './Inbox.module.css';
import { conversationName } from './names.ts';

interface ContactPanelProps {
  conversation: Conversation;
  /** Whether a narrow window shows the panel over the texts. */
  opened: boolean;
  onClose: () => void;
}

/** Shows who the other person is, next to the texts if there is space. */
export const ContactPanel = ({ conversation, opened, onClose }: ContactPanelProps) => (
  <>
    <aside className={classes.panel} aria-label="Contact">
      <Person conversation={conversation} />
    </aside>
    <Drawer
      title="Contact"
      position="right"
      size="xs"
      hiddenFrom="lg"
      opened={opened}
      onClose={onClose}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Person conversation={conversation} />
    </Drawer>
  </>
);

function Person({ conversation }: { conversation: Conversation }) {
  const { contact, phone, number, created_at } = conversation;
  const listNames = useListNames();
  return (
    <div className={classes.person}>
      <Title order={3} size="h5" mb="xs">
        {conversationName(conversation)}
      </Title>
      {contact && <StatusMark status={contact.status} />}
      <Facts
        facts={[
          [
            'Phone',
            <Copyable value={phone} what="phone number">
              {formatPhoneNumber(phone)}
            </Copyable>,
          ],
          ['Your number', formatPhoneNumber(number)],
          ['Email', contact?.email],
          ['Lists', contact && listNames(contact.lists)],
          ...Object.entries(contact?.attributes ?? {}),
          ['Since', <When at={created_at} />],
          [
            'Contact',
            contact ? (
              <a href={linkTo('contacts', contact.id)}>Edit contact</a>
            ) : (
              <a href={linkTo('contacts', 'new', { phone })}>Add contact</a>
            ),
          ],
        ]}
      />
    </div>
  );
}
