import { useDisclosure } from '@mantine/hooks';
import { contract, type Input } from '@textloom/shared/contract';
import { useClient } from '../api/api.ts';
import { useAction } from '../api/queries.ts';
import { toFieldErrors } from '../form/fieldErrors.ts';
import { SchemaForm } from '../form/SchemaForm.tsx';
import { useMoreFields } from '../form/useMoreFields.tsx';
import { toInput, type Values } from '../form/values.ts';
import classes from '../messages/NewMessage.module.css';
import { useNumberOptions } from '../numbers/useNumbers.ts';
import { linkTo, type Query } from '../route.ts';
import { useSendDraft } from '../session/useSendDraft.ts';
import { Confirm } from '../ui/Dialog.tsx';
import { Page } from '../ui/Page.tsx';
import { AudienceField } from './AudienceField.tsx';
import { BroadcastPreview, describeCost, usePreview } from './BroadcastPreview.tsx';
import { MergeTextField } from './MergeTextField.tsx';

type NewInput = Input<typeof contract.broadcast.create>;
const { input } = contract.broadcast.create;
/** The fields that the form shows on demand. */
const extra = {
  messages_per_minute: {},
  stop_rules: {},
  media_urls: {},
  smart_encoding: {},
  metadata: {},
} as const;

/** Lets users write a broadcast, see what it costs, and send it. */
export function NewBroadcast({ query }: { query: Query }) {
  const client = useClient();
  const numbers = useNumberOptions();
  const [asking, dialog] = useDisclosure(false);
  // The same form never sends two broadcasts, however often the user clicks.
  const draft = useSendDraft<Values>(`broadcast ${query.list ?? ''}`, {
    audience: { ...(query.list !== undefined && { list_ids: [query.list] }) },
  });
  const broadcast = toInput(input, draft.value) as NewInput;
  const more = useMoreFields(extra, broadcast, 'Pace, stop rules and media');
  const preview = usePreview(broadcast);
  const send = useAction(
    () => draft.send((options) => client.broadcast.create(broadcast, options)),
    {
      toast: ({ status }) =>
        status === 'scheduled' ? 'The broadcast is scheduled' : 'The broadcast is on its way',
      changes: ['broadcast', 'message'],
      showsError: true,
      onDone: draft.forget,
      opens: ({ id }) => linkTo('broadcasts', id),
    },
  );
  const ask = () => {
    send.reset();
    dialog.open();
  };
  const hasFieldErrors = Object.keys(toFieldErrors(send.error)).length > 0;
  const isScheduled = broadcast.send_at !== undefined;
  return (
    <Page
      title="New broadcast"
      back={{ label: 'Broadcasts', href: linkTo('broadcasts') }}
      description="Nothing is sent before you confirm."
    >
      <div className={classes.columns}>
        <SchemaForm
          schema={input}
          fields={{
            name: { half: true },
            from: { half: true, options: numbers, emptyLabel: 'Default number' },
            audience: { Field: AudienceField },
            text: { Field: MergeTextField },
            send_at: { half: true },
            purpose: { half: true },
            ...more.fields,
          }}
          values={draft.value}
          onChange={draft.change}
          submitLabel={isScheduled ? 'Schedule…' : 'Send…'}
          // While the dialog is open, it shows the error.
          action={{ ...send, error: asking ? null : send.error, mutate: ask }}
        >
          {more.button}
        </SchemaForm>
        <BroadcastPreview {...preview} />
      </div>
      <Confirm
        title={isScheduled ? 'Schedule this broadcast?' : 'Send this broadcast?'}
        opened={asking}
        onClose={dialog.close}
        label={isScheduled ? 'Schedule' : 'Send'}
        color="iris"
        cancelLabel="Keep editing"
        // The form puts the focus into the field with an error.
        returnFocus={!hasFieldErrors}
        action={send}
      >
        {preview.data && !preview.isCounting
          ? `${describeCost(preview.data)}. You can pause or cancel the broadcast while it runs.`
          : 'The preview is not ready, so the number of recipients is not known yet.'}
      </Confirm>
    </Page>
  );
}
