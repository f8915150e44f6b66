import { Button, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { contract, type ApiKey } from '@textloom/shared/contract';
import { useState } from 'react';
import { useClient } from '../api/api.ts';
import { useAction } from '../api/queries.ts';
import { SchemaForm } from '../form/SchemaForm.tsx';
import { toInput, type Values } from '../form/values.ts';
import { Dialog } from '../ui/Dialog.tsx';

interface RotateKeyProps {
  apiKey: ApiKey;
  /** Receives the new key itself, which the service shows only once. */
  onDone: (key: string) => void;
}

/** Replaces a key while its programs still use it. */
export function RotateKey({ apiKey, onDone }: RotateKeyProps) {
  const [asking, dialog] = useDisclosure(false);
  const { name } = apiKey;
  return (
    <>
      <Button
        variant="subtle"
        color="gray"
        size="compact-sm"
        aria-label={`Rotate ${name}`}
        onClick={dialog.open}
      >
        Rotate
      </Button>
      <Dialog title={`Rotate ${name}`} opened={asking} onClose={dialog.close}>
        <Text size="sm" mb="md">
          You get a new key with the same name and scope. Programs can use the old key until the
          overlap ends. Enter the new key in all of them before that.
          {apiKey.current && ' You are signed in with this key, so sign in with the new one, too.'}
        </Text>
        <RotateForm
          apiKey={apiKey}
          onDone={(key) => {
            dialog.close();
            onDone(key);
          }}
        />
      </Dialog>
    </>
  );
}

function RotateForm({ apiKey, onDone }: RotateKeyProps) {
  const client = useClient();
  const [values, setValues] = useState<Values>({ overlap_hours: 24 });
  const rotate = useAction(
    (_, callOnce) =>
      callOnce(client.key.rotate, { ...toInput(contract.key.rotate.input, values), id: apiKey.id }),
    { changes: ['key'], showsError: true, onDone: ({ key }) => onDone(key) },
  );
  return (
    <SchemaForm
      schema={contract.key.rotate.input}
      fields={{ overlap_hours: {}, expires_at: {} }}
      values={values}
      onChange={setValues}
      submitLabel="Rotate key"
      action={rotate}
    />
  );
}
