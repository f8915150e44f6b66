import { Button, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { redeliverAll } from '@textloom/shared/client';
import { contract, type Input } from '@textloom/shared/contract';
import { useState } from 'react';
import { useClient } from '../api/api.ts';
import { useAction } from '../api/queries.ts';
import { SchemaForm } from '../form/SchemaForm.tsx';
import { toInput, type Values } from '../form/values.ts';
import { plural } from '../plural.ts';
import { Dialog } from '../ui/Dialog.tsx';

const operation = contract.webhook.redeliver;

/** Asks for a time range, and delivers its events that a webhook has missed. */
export function RedeliverMissed({ id }: { id: string }) {
  const [asking, dialog] = useDisclosure(false);
  return (
    <>
      <Button variant="default" size="xs" onClick={dialog.open}>
        Redeliver missed events
      </Button>
      <Dialog title="Redeliver missed events" opened={asking} onClose={dialog.close}>
        <RangeForm id={id} onDone={dialog.close} />
      </Dialog>
    </>
  );
}

const dayMs = 86_400_000;

function RangeForm({ id, onDone }: { id: string; onDone: () => void }) {
  const client = useClient();
  const [values, setValues] = useState<Values>(() => ({
    created_after: new Date(Date.now() - dayMs).toISOString(),
    created_before: '',
  }));
  const redeliver = useAction(
    () => {
      const range = toInput(operation.input, values) as Omit<Input<typeof operation>, 'id'>;
      return redeliverAll(client.webhook.redeliver, { ...range, id });
    },
    {
      toast: ({ deliveries }) =>
        deliveries === 0
          ? 'The webhook has missed no events of this time'
          : `The webhook gets ${plural(deliveries, 'event')} now`,
      changes: ['webhook'],
      showsError: true,
      onDone,
    },
  );
  return (
    <Stack>
      <Text size="sm">
        The webhook gets the events that it asks for and has not received, the oldest first. The
        service skips events that wait for another attempt.
      </Text>
      <SchemaForm
        schema={operation.input}
        fields={{ created_after: {}, created_before: {} }}
        values={values}
        onChange={setValues}
        submitLabel="Redeliver"
        action={redeliver}
      />
    </Stack>
  );
}
