import { Title } from '@mantine/core';
import type { Conversation } from '@textloom/shared/contract';
import { useListOptions } from '../lists/useListOptions.ts';
import { formatPhoneNumber } from '../phoneNumber.ts';
import { linkTo } from '../route.ts';
import { Copyable } from '../ui/Copyable.tsx';
import { Facts } from '../ui/Facts.tsx';
import { StatusMark } from '../ui/Mark.tsx';
import { When } from '../ui/When.tsx';
import classes from './Inbox.module.css';
import { conversationName } from './names.ts';

/** Shows who the other person is. */
export function ContactPanel({ conversation }: { conversation: Conversation }) {
  const { contact, phone, number, created_at } = conversation;
  const lists = useListOptions();
  const listNames = contact?.lists.map(
    (id) => lists.find(({ value }) => value === id)?.label ?? id,
  );
  return (
    <aside className={classes.panel} aria-label="Contact">
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
          ['Lists', listNames?.join(', ')],
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
    </aside>
  );
}
