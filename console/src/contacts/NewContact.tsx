import { Button } from '@mantine/core';
import { contract, type Input } from '@textloom/shared/contract';
import { useClient } from '../api/api.ts';
import { useAction } from '../api/queries.ts';
import { SchemaForm } from '../form/SchemaForm.tsx';
import { toInput, type Values } from '../form/values.ts';
import { linkTo, type Query } from '../route.ts';
import { useDraft } from '../session/useDraft.ts';
import { Page } from '../ui/Page.tsx';
import { contactName } from './contactColumns.tsx';
import { useContactFields } from './contactFields.ts';

type NewContact = Input<typeof contract.contact.upsert>;

export function NewContact({ query }: { query: Query }) {
  const client = useClient();
  const fields = useContactFields();
  const { phone = '', list } = query;
  const [values, setValues, forgetDraft] = useDraft<Values>(`contact ${phone} ${list ?? ''}`, {
    phone,
    lists: list === undefined ? [] : [list],
  });
  const save = useAction(
    () => client.contact.upsert(toInput(contract.contact.upsert.input, values) as NewContact),
    {
      toast: (contact) => `${contactName(contact)} is saved`,
      changes: ['contact', 'list'],
      showsError: true,
      onDone: forgetDraft,
      opens: ({ id }) => linkTo('contacts', id),
    },
  );
  return (
    <Page
      narrow
      title="New contact"
      back={{ label: 'Contacts', href: linkTo('contacts') }}
      description="If a contact with this phone number exists, Textloom updates it."
    >
      <SchemaForm
        schema={contract.contact.upsert.input}
        fields={{ phone: {}, ...fields }}
        values={values}
        onChange={setValues}
        submitLabel="Save contact"
        action={save}
      >
        <Button variant="subtle" color="gray" component="a" href={linkTo('contacts')}>
          Cancel
        </Button>
      </SchemaForm>
    </Page>
  );
}
