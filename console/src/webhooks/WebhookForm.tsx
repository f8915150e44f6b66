import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { contract, type Input, type Webhook } from '@textloom/shared/contract';
import { useState } from 'react';
import { useClient } from '../api/api.ts';
import { useAction } from '../api/queries.ts';
import { SchemaForm } from '../form/SchemaForm.tsx';
import { useEdits } from '../form/useEdits.ts';
import { toInput, type Values } from '../form/values.ts';
import { go } from '../navigate.ts';
import { linkTo } from '../route.ts';
import { useDraft } from '../session/useDraft.ts';
import { Fetched } from '../ui/Fetched.tsx';
import { Page } from '../ui/Page.tsx';
import { BurstField, canJoinTexts } from './BurstField.tsx';
import { EventsField } from './EventsField.tsx';
import { SecretDialog } from '../ui/SecretDialog.tsx';

type Creation = Input<typeof contract.webhook.create>;

const { input: updateInput } = contract.webhook.update;
const webhooks = { label: 'Webhooks', href: linkTo('webhooks') };

/** Returns the fields that fit the chosen events. */
const fieldsFor = ({ events }: Values) => ({
  url: {},
  events: { Field: EventsField },
  ...(canJoinTexts(events as readonly string[]) && { burst_seconds: { Field: BurstField } }),
  filter: {},
});

/** Returns the values to save. A value whose field is hidden is empty. */
const toSaved = (values: Values): Values => ({
  ...values,
  burst_seconds: canJoinTexts(values.events as readonly string[]) ? values.burst_seconds : null,
});

export function NewWebhook() {
  const client = useClient();
  const [draft, setDraft, forget] = useDraft<Values>('webhook', {
    url: '',
    events: ['*'],
    filter: {},
  });
  // A browser must not store secrets.
  const [secret, setSecret] = useState<unknown>('');
  const values: Values = { ...draft, secret };
  const change = ({ secret: next, ...others }: Values) => {
    setSecret(next);
    setDraft(others);
  };
  const [created, setCreated] = useState<{ id: string; secret: string }>();
  const input: Values = { events: [], ...toInput(contract.webhook.create.input, toSaved(values)) };
  const create = useAction((_, callOnce) => callOnce(client.webhook.create, input as Creation), {
    toast: 'The webhook is enabled',
    changes: ['webhook'],
    showsError: true,
    onDone: ({ id, secret }) => {
      forget();
      if (secret !== null) setCreated({ id, secret });
    },
    opens: ({ id, secret }) => (secret === null ? linkTo('webhooks', id) : undefined),
  });
  return (
    <Page
      narrow
      title="New webhook"
      back={webhooks}
      description="Deliveries have signatures in the format of Standard Webhooks. The service retries a failed delivery for more than three days."
    >
      <SchemaForm
        schema={contract.webhook.create.input}
        fields={{ ...fieldsFor(values), secret: {}, expires_at: {} }}
        values={values}
        onChange={change}
        submitLabel="Create webhook"
        action={create}
      >
        <Cancel href={webhooks.href} onCancel={forget} />
      </SchemaForm>
      <SecretDialog
        secret={created?.secret}
        onClose={() => {
          go(linkTo('webhooks', created!.id));
        }}
      />
    </Page>
  );
}

export function EditWebhook({ id }: { id: string }) {
  const client = useClient();
  const webhook = useQuery({
    queryKey: ['webhook', id],
    queryFn: () => client.webhook.get({ id }),
    refetchOnWindowFocus: false,
  });
  return (
    <Fetched found={webhook} title="Edit webhook" back={webhooks}>
      {(found) => <EditForm webhook={found} />}
    </Fetched>
  );
}

function EditForm({ webhook }: { webhook: Webhook }) {
  const client = useClient();
  const { id, url, events, burst_seconds, filter } = webhook;
  const saved = { url, events, burst_seconds, filter: filter ?? {} };
  const { values, setValues, changes, restart } = useEdits(id, updateInput, saved, toSaved);
  const save = useAction(
    () => {
      const { filter: changed, ...others } = changes;
      const next = toInput(updateInput.properties.filter, (changed ?? {}) as Values);
      return client.webhook.update({
        ...others,
        ...(changed !== undefined && { filter: Object.keys(next).length > 0 ? next : null }),
        id,
      });
    },
    {
      toast: 'The webhook is saved',
      changes: ['webhook'],
      showsError: true,
      onDone: () => restart(),
      opens: () => linkTo('webhooks', id),
    },
  );
  const back = { label: 'Webhook', href: linkTo('webhooks', id) };
  return (
    <Page narrow title="Edit webhook" back={back}>
      <SchemaForm
        schema={updateInput}
        fields={fieldsFor(values)}
        values={values}
        onChange={setValues}
        submitLabel="Save webhook"
        action={save}
      >
        <Cancel href={back.href} onCancel={() => restart()} />
      </SchemaForm>
    </Page>
  );
}

const Cancel = ({ href, onCancel }: { href: string; onCancel: () => void }) => (
  <Button variant="subtle" color="gray" component="a" href={href} onClick={onCancel}>
    Cancel
  </Button>
);
