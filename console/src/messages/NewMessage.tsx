import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { contract, type Input } from '@textloom/shared/contract';
import { useState } from 'react';
import { useClient } from '../api/api.ts';
import { useAction } from '../api/queries.ts';
import { SchemaForm } from '../form/SchemaForm.tsx';
import { toInput, type Values } from '../form/values.ts';
import { useNumberOptions } from '../numbers/useNumberOptions.ts';
import { go } from '../navigate.ts';
import { linkTo, type Query } from '../route.ts';
import { Page } from '../ui/Page.tsx';
import { useToast } from '../ui/Toasts.tsx';
import classes from './NewMessage.module.css';
import { Preview } from './Preview.tsx';

export type NewText = Input<typeof contract.message.send>;

const { input } = contract.message.send;

/** Lets users write one text, and shows a preview of it. */
export function NewMessage({ query }: { query: Query }) {
  const client = useClient();
  const showToast = useToast();
  const numbers = useNumberOptions();
  const [more, disclosure] = useDisclosure(false);
  const [values, setValues] = useState<Values>({ to: query.to ?? '', from: query.from ?? '' });
  const text = toInput(values) as NewText;
  const send = useAction(() => client.message.send(text), {
    changes: ['message'],
    showsError: true,
    onDone: ({ id, status }) => {
      showToast(status === 'scheduled' ? 'The text is scheduled' : 'The text is on its way');
      go(linkTo('messages', id));
    },
  });
  return (
    <Page
      title="Send a text"
      back={{ label: 'Messages', href: linkTo('messages') }}
      description="Send one text to one phone number. To send many texts, use n8n, Zapier or the API."
    >
      <div className={classes.columns}>
        <SchemaForm
          schema={input}
          fields={{
            to: { half: true },
            from: { half: true, options: numbers, emptyLabel: 'Default number' },
            text: {},
            ...(more && {
              media_urls: {},
              purpose: { half: true },
              send_at: { half: true },
              encoding: { half: true },
              ttl: { half: true },
              smart_encoding: {},
              reference: {},
              metadata: {},
            }),
          }}
          values={values}
          onChange={setValues}
          submitLabel={text.send_at === undefined ? 'Send text' : 'Schedule text'}
          action={send}
        >
          <Button variant="subtle" color="gray" onClick={disclosure.toggle} aria-expanded={more}>
            {more ? 'Fewer options' : 'More options'}
          </Button>
        </SchemaForm>
        <Preview text={text} />
      </div>
    </Page>
  );
}
