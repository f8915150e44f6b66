import { contract, type ContactList } from '@textloom/shared/contract';
import { useState } from 'react';
import { SchemaForm } from '../form/SchemaForm.tsx';
import type { Values } from '../form/values.ts';
import { useClient } from '../api/api.ts';
import { useAction } from '../api/queries.ts';
import { linkTo } from '../route.ts';
import { Dialog } from '../ui/Dialog.tsx';

interface ListDialogProps {
  /** The list to rename. If absent, the dialog creates a list. */
  list?: ContactList;
  opened: boolean;
  onClose: () => void;
}

/** Asks for the name of a list. */
export const ListDialog = ({ opened, onClose, ...form }: ListDialogProps) => (
  <Dialog title={form.list ? 'Rename list' : 'New list'} opened={opened} onClose={onClose}>
    <ListForm {...form} onClose={onClose} />
  </Dialog>
);

function ListForm({ list, onClose }: Omit<ListDialogProps, 'opened'>) {
  const client = useClient();
  const [values, setValues] = useState<Values>({ name: list?.name ?? '' });
  const save = useAction(
    (_, callOnce) => {
      const name = String(values.name);
      return list
        ? client.list.update({ id: list.id, name })
        : callOnce(client.list.create, { name });
    },
    {
      toast: ({ name }) => `The list ${name} is saved`,
      changes: ['list'],
      showsError: true,
      onDone: onClose,
      opens: ({ id }) => linkTo('lists', id),
    },
  );
  return (
    <SchemaForm
      schema={contract.list.create.input}
      fields={{ name: {} }}
      values={values}
      onChange={setValues}
      submitLabel={list ? 'Rename list' : 'Create list'}
      action={save}
    />
  );
}
