import { Button, Checkbox, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { Contact } from '@textloom/shared/contract';
import { useState } from 'react';
import { useClient } from '../api/api.ts';
import { useAction } from '../api/queries.ts';
import { formatPhoneNumber } from '../phoneNumber.ts';
import { linkTo } from '../route.ts';
import { Confirm } from '../ui/Dialog.tsx';
import { contactName } from './contactColumns.tsx';

/** Deletes a contact, or erases everything about the person. */
export function DeleteContact({ contact }: { contact: Contact }) {
  const { id, phone, status } = contact;
  const client = useClient();
  const [opened, dialog] = useDisclosure(false);
  const [erase, setErase] = useState(false);
  const remove = useAction(() => client.contact.delete({ id, ...(erase && { erase }) }), {
    toast: erase ? 'The service is erasing the person' : 'The contact is deleted',
    changes: ['contact', 'list', 'message', 'conversation', 'review', 'verification'],
    showsError: true,
    opens: () => linkTo('contacts'),
  });
  const open = () => {
    setErase(false);
    dialog.open();
  };
  return (
    <>
      <Button variant="default" onClick={open}>
        Delete
      </Button>
      <Confirm
        title={`Delete ${contactName(contact)}?`}
        opened={opened}
        onClose={dialog.close}
        label={erase ? 'Erase person' : 'Delete contact'}
        action={remove}
      >
        <Stack gap="sm">
          <div>
            {erase
              ? 'This deletes everything about the person permanently. Only counts remain, and a hash that keeps an opt-out active.'
              : 'This deletes the details permanently but keeps the messages.'}
            {status === 'opted_out' && ` The opt-out of ${formatPhoneNumber(phone)} stays active.`}
          </div>
          <Checkbox
            label="Also erase the messages and all other data of this person"
            checked={erase}
            onChange={(event) => setErase(event.currentTarget.checked)}
          />
        </Stack>
      </Confirm>
    </>
  );
}
