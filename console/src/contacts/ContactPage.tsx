import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { contract, type Contact } from '@textloom/shared/contract';
import { useMay } from '../account.ts';
import { useClient } from '../api/api.ts';
import { useAction } from '../api/queries.ts';
import { DiscardButton } from '../form/DiscardButton.tsx';
import { SchemaForm } from '../form/SchemaForm.tsx';
import { useEdits } from '../form/useEdits.ts';
import { useListNames } from '../lists/useListNames.ts';
import { formatPhoneNumber } from '../phoneNumber.ts';
import { linkTo } from '../route.ts';
import { Copyable } from '../ui/Copyable.tsx';
import { Facts } from '../ui/Facts.tsx';
import { Fetched } from '../ui/Fetched.tsx';
import { StatusMark } from '../ui/Mark.tsx';
import { Page } from '../ui/Page.tsx';
import { Section } from '../ui/Section.tsx';
import { When } from '../ui/When.tsx';
import { ConfirmationRequest, useLastRequest } from './ConfirmationRequest.tsx';
import { contactName } from './contactColumns.tsx';
import { useContactFields } from './contactFields.ts';
import { DeleteContact } from './DeleteContact.tsx';
import { ExportContact } from './ExportContact.tsx';

const { input } = contract.contact.update;
const back = { label: 'Contacts', href: linkTo('contacts') };

export function ContactPage({ id }: { id: string }) {
  const client = useClient();
  const contact = useQuery({
    queryKey: ['contact', id],
    queryFn: () => client.contact.get({ id }),
  });
  return (
    <Fetched found={contact} title="Contact" back={back}>
      {(found) => <Shown key={found.id} contact={found} />}
    </Fetched>
  );
}

function Shown({ contact }: { contact: Contact }) {
  const client = useClient();
  const may = useMay();
  const fields = useContactFields();
  const listNames = useListNames();
  const requestedAt = useLastRequest(contact);
  const { values, setValues, changes, restart } = useEdits(contact.id, input, { ...contact });
  const save = useAction(() => client.contact.update({ ...changes, id: contact.id }), {
    toast: 'The contact is saved',
    changes: ['contact', 'list'],
    showsError: true,
    onDone: (updated) => restart({ ...updated }),
  });
  const findOrOpen = async () => {
    const { data } = await client.conversation.list({ phone: contact.phone, limit: 1 });
    return data[0] ?? client.conversation.open({ contact_id: contact.id });
  };
  const open = useAction(findOrOpen, {
    changes: ['conversation'],
    opens: ({ id }) => linkTo('inbox', id),
  });
  const name = contactName(contact);
  const mayUpdate = may(contract.contact.update);
  // Without the form, nothing else shows them.
  const details = [
    ['Email', contact.email],
    ['External ID', contact.external_id],
    ['Time zone', contact.time_zone],
    ['Lists', listNames(contact.lists)],
    ...Object.entries(contact.attributes),
  ] as const;
  return (
    <Page
      narrow
      title={name}
      back={back}
      actions={
        <>
          {may(contract.contact.confirm) && contact.status === 'pending' && (
            <ConfirmationRequest contact={contact} />
          )}
          {may(contract.message.send) && contact.status !== 'opted_out' && (
            <Button
              variant="default"
              component="a"
              href={linkTo('messages', 'new', { to: contact.phone })}
            >
              Send a text
            </Button>
          )}
          {may(contract.conversation.open) && (
            <Button variant="default" loading={open.isPending} onClick={() => open.mutate()}>
              Open conversation
            </Button>
          )}
          {may(contract.contact.export) && <ExportContact contact={contact} />}
          {may(contract.contact.delete) && <DeleteContact contact={contact} />}
        </>
      }
    >
      <Section title="Overview" actions={<StatusMark status={contact.status} />}>
        <Facts
          facts={[
            [
              'Phone',
              <Copyable value={contact.phone} what="phone number">
                {formatPhoneNumber(contact.phone)}
              </Copyable>,
            ],
            [
              'Messages',
              <a href={linkTo('messages', undefined, { contact_id: contact.id })}>Show messages</a>,
            ],
            ['Opted out of', contact.opted_out_numbers.map(formatPhoneNumber).join(', ')],
            ['Consent', contact.consent?.source],
            ['Agreed', contact.consent && <When at={contact.consent.at} />],
            ['Confirmation requested', requestedAt && <When at={requestedAt} />],
            ['Added', <When at={contact.created_at} />],
            ['Changed', <When at={contact.updated_at} />],
            ...(mayUpdate ? [] : details),
            ['ID', <Copyable value={contact.id} what="ID" />],
          ]}
        />
      </Section>
      {mayUpdate && (
        <Section title="Details">
          <SchemaForm
            schema={input}
            fields={{ ...fields, status: { required: true } }}
            values={values}
            onChange={setValues}
            submitLabel="Save changes"
            action={save}
          >
            <DiscardButton changes={changes} onDiscard={() => restart()} />
          </SchemaForm>
        </Section>
      )}
    </Page>
  );
}
