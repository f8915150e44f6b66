import { contract, type PhoneNumber } from '@textloom/shared/contract';
import { useClient } from '../api/api.ts';
import { useAction } from '../api/queries.ts';
import { DiscardButton } from '../form/DiscardButton.tsx';
import { SchemaForm } from '../form/SchemaForm.tsx';
import { useEdits } from '../form/useEdits.ts';
import { useCampaignOptions } from '../registrations/useCampaignOptions.ts';

const { input } = contract.number.update;

interface NumberFormProps {
  number: PhoneNumber;
  onDone: () => void;
}

/** Lets users set the rate and the campaign of a number. */
export function NumberForm({ number, onDone }: NumberFormProps) {
  const client = useClient();
  const campaigns = useCampaignOptions();
  const { messages_per_second, campaign_id } = number;
  const saved = { messages_per_second, campaign_id };
  const { values, setValues, changes, restart } = useEdits(number.id, input, saved);
  const save = useAction(() => client.number.update({ ...changes, id: number.id }), {
    toast: 'The number is saved',
    changes: ['number'],
    showsError: true,
    onDone: () => {
      restart();
      onDone();
    },
  });
  return (
    <SchemaForm
      schema={input}
      fields={{
        messages_per_second: {},
        campaign_id: { options: campaigns, emptyLabel: 'None' },
      }}
      values={values}
      onChange={setValues}
      submitLabel="Save number"
      action={save}
    >
      <DiscardButton changes={changes} onDiscard={() => restart()} />
    </SchemaForm>
  );
}
