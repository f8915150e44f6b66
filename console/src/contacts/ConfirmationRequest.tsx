import { Button, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { contract, type Contact, type Input } from '@textloom/shared/contract';
import { useState } from 'react';
import { useClient } from '../api/api.ts';
import { useAction } from '../api/queries.ts';
import { SchemaForm } from '../form/SchemaForm.tsx';
import { toInput, type Values } from '../form/values.ts';
import { useNumberOptions } from '../numbers/useNumbers.ts';
import { formatPhoneNumber } from '../phoneNumber.ts';
import { Dialog } from '../ui/Dialog.tsx';

type Request = Input<typeof contract.contact.confirm>;

/** Lets users ask a pending contact by text to confirm that they want messages. */
export function ConfirmationRequest({ contact }: { contact: Contact }) {
  const [asking, dialog] = useDisclosure(false);
  return (
    <>
      <Button onClick={dialog.open}>Send confirmation request</Button>
      <Dialog title="Send a confirmation request?" opened={asking} onClose={dialog.close}>
        <RequestForm contact={contact} onDone={dialog.close} />
      </Dialog>
    </>
  );
}

function RequestForm({ contact, onDone }: { contact: Contact; onDone: () => void }) {
  const client = useClient();
  const numbers = useNumberOptions();
  const [values, setValues] = useState<Values>({ from: '' });
  const send = useAction(
    (_, callOnce) =>
      callOnce(client.contact.confirm, {
        ...(toInput(contract.contact.confirm.input, values) as Omit<Request, 'id'>),
        id: contact.id,
      }),
    {
      toast: 'Sent. The contact becomes subscribed when they reply YES.',
      changes: ['consent', 'message', 'conversation'],
      showsError: true,
      onDone,
    },
  );
  return (
    <Stack>
      <Text size="sm">
        The service texts {formatPhoneNumber(contact.phone)} and asks for a YES, at most once a day.
      </Text>
      <SchemaForm
        schema={contract.contact.confirm.input}
        fields={{ from: { options: numbers, emptyLabel: 'Default number' } }}
        values={values}
        onChange={setValues}
        submitLabel="Send request"
        action={send}
      />
    </Stack>
  );
}

/** Returns when the service last asked a pending contact to confirm. */
export function useLastRequest({ phone, status }: Contact): string | undefined {
  const client = useClient();
  const action = 'confirmation_requested';
  const { data } = useQuery({
    queryKey: ['consent', action, phone],
    queryFn: () => client.consent.list({ phone, action, limit: 1 }),
    enabled: status === 'pending',
  });
  return data?.data[0]?.occurred_at;
}
