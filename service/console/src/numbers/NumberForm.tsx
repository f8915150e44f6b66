import { contract, type Input, type PhoneNumber } from '@textloom/shared/contract';
import { useState } from 'react';
import { useClient } from '../api/api.ts';
import { useAction } from '../api/queries.ts';
import { SchemaForm } from '../form/SchemaForm.tsx';
import { changesOf, type Values } from '../form/values.ts';
import { useCampaignOptions } from '../registrations/useCampaignOptions.ts';

type Changes = Input<typeof contract.number.update>;

interface NumberFormProps {
  number: PhoneNumber;
  onDone: () => void;
}

/** Asks for the pace and the campaign of a number. */
export function NumberForm({ number, onDone }: NumberFormProps) {
  const client = useClient();
  const campaigns = useCampaignOptions();
  const before = {
    messages_per_second: number.messages_per_second,
    campaign_id: number.campaign_id ?? '',
  };
  const [values, setValues] = useState<Values>(before);
  const save = useAction(
    () => {
      const { campaign_id, ...changes } = changesOf(before, values);
      return client.number.update({
        ...changes,
        ...(campaign_id !== undefined && { campaign_id: campaign_id === '' ? null : campaign_id }),
        id: number.id,
      } as Changes);
    },
    { said: 'The number is saved', changes: ['number'], showsError: true, onDone },
  );
  return (
    <SchemaForm
      schema={contract.number.update.input}
      fields={{
        messages_per_second: {},
        campaign_id: { options: campaigns, emptyLabel: 'None' },
      }}
      values={values}
      onChange={setValues}
      submitLabel="Save number"
      action={save}
    />
  );
}
