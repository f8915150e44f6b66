import { Text } from '@mantine/core';
import { contract, type Input } from '@textloom/shared/contract';
import { useState } from 'react';
import { useClient } from '../api/api.ts';
import { useAction } from '../api/queries.ts';
import { SchemaForm } from '../form/SchemaForm.tsx';
import { toInput, type Values } from '../form/values.ts';
import { useNumberOptions } from '../numbers/useNumbers.ts';
import { linkTo } from '../route.ts';

type Test = Input<typeof contract.carrier.test>;

/** Sends a test text through a carrier, and then shows its timeline. */
export function TestForm({ carrier }: { carrier: string }) {
  const client = useClient();
  const numbers = useNumberOptions();
  const [values, setValues] = useState<Values>({ to: '', from: '' });
  const send = useAction(
    (_, callOnce) =>
      callOnce(client.carrier.test, {
        ...(toInput(contract.carrier.test.input, values) as Omit<Test, 'name'>),
        name: carrier,
      }),
    {
      toast: 'The test text is on its way',
      changes: ['message', 'carrier'],
      showsError: true,
      opens: ({ id }) => linkTo('messages', id),
    },
  );
  return (
    <>
      <Text size="sm" mb="md">
        Sends a short text to your phone, and then shows its status. The carrier may charge for it.
      </Text>
      <SchemaForm
        schema={contract.carrier.test.input}
        fields={{
          to: {},
          from: { options: numbers, emptyLabel: 'Any number of the carrier' },
        }}
        values={values}
        onChange={setValues}
        submitLabel="Send test text"
        action={send}
      />
    </>
  );
}
