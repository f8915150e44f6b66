import { contract, type Input } from '@textloom/shared/contract';
import { useClient } from '../api/api.ts';
import { useAction } from '../api/queries.ts';
import { SchemaForm } from '../form/SchemaForm.tsx';
import { useMoreFields } from '../form/useMoreFields.tsx';
import { toInput, type Values } from '../form/values.ts';
import { useNumberOptions } from '../numbers/useNumbers.ts';
import { linkTo, type Query } from '../route.ts';
import { useSendDraft } from '../session/useSendDraft.ts';
import { Page } from '../ui/Page.tsx';
import classes from './NewMessage.module.css';
import { Preview } from './Preview.tsx';

export type NewText = Input<typeof contract.message.send>;

const { input } = contract.message.send;
/** The fields below "More options". */
const extra = {
  media_urls: {},
  purpose: { half: true },
  send_at: { half: true },
  encoding: { half: true },
  ttl: { half: true },
  smart_encoding: {},
  reference: {},
  metadata: {},
} as const;

/** Lets users write one text, and shows a preview of it. */
export function NewMessage({ query }: { query: Query }) {
  const client = useClient();
  const numbers = useNumberOptions();
  const { to = '', from = '' } = query;
  // A draft for one recipient never appears in a text to another.
  const draft = useSendDraft<Values>(`message ${to} ${from}`, { to, from });
  const text = toInput(input, draft.value) as NewText;
  const more = useMoreFields(extra, text, 'More options');
  const send = useAction(() => draft.send((options) => client.message.send(text, options)), {
    toast: ({ status }) =>
      status === 'scheduled' ? 'The text is scheduled' : 'The text is on its way',
    changes: ['message'],
    showsError: true,
    onDone: draft.forget,
    opens: ({ id }) => linkTo('messages', id),
  });
  return (
    <Page
      title="Send a text"
      back={{ label: 'Messages', href: linkTo('messages') }}
      description="Send one text to one phone number. To send many texts, use a broadcast, n8n, Zapier or the API."
    >
      <div className={classes.columns}>
        <SchemaForm
          schema={input}
          fields={{
            to: { half: true },
            from: { half: true, options: numbers, emptyLabel: 'Default number' },
            text: {},
            ...more.fields,
          }}
          values={draft.value}
          onChange={draft.change}
          submitLabel={text.send_at === undefined ? 'Send text' : 'Schedule text'}
          action={send}
        >
          {more.button}
        </SchemaForm>
        <Preview text={text} />
      </div>
    </Page>
  );
}
