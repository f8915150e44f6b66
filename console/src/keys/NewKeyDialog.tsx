import { contract, type Input } from '@textloom/shared/contract';
import { useState } from 'react';
import { useClient } from '../api/api.ts';
import { useAction } from '../api/queries.ts';
import { SchemaForm } from '../form/SchemaForm.tsx';
import { toInput, type Values } from '../form/values.ts';
import { Dialog } from '../ui/Dialog.tsx';

interface NewKeyProps {
  /** Receives the key itself, which the service shows only once. */
  onDone: (key: string) => void;
}

export const NewKeyDialog = ({
  onDone,
  ...dialog
}: NewKeyProps & { opened: boolean; onClose: () => void }) => (
  <Dialog title="New API key" {...dialog}>
    <NewKeyForm onDone={onDone} />
  </Dialog>
);

function NewKeyForm({ onDone }: NewKeyProps) {
  const client = useClient();
  const [values, setValues] = useState<Values>({ name: '', scope: 'send' });
  const create = useAction(
    (_, callOnce) =>
      callOnce(
        client.key.create,
        toInput(contract.key.create.input, values) as Input<typeof contract.key.create>,
      ),
    { changes: ['key'], showsError: true, onDone: ({ key }) => onDone(key) },
  );
  return (
    <SchemaForm
      schema={contract.key.create.input}
      fields={{ name: {}, scope: {}, expires_at: {} }}
      values={values}
      onChange={setValues}
      submitLabel="Create key"
      action={create}
    />
  );
}
