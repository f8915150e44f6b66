import { contract, type PhoneNumber } from '@textloom/shared/contract';
import { useState } from 'react';
import { useClient } from '../api/api.ts';
import { useAction } from '../api/queries.ts';
import { SchemaForm } from '../form/SchemaForm.tsx';
import { findChanges, type Values } from '../form/values.ts';
import { useCampaignOptions } from '../registrations/useCampaignOptions.ts';

interface NumberFormProps {
  number: PhoneNumber;
  onDone: () => void;
}

/** Lets users set the rate and the campaign of a number. */
export function NumberForm({ number, onDone }: NumberFormProps) {
  const client = useClient();
  const campaigns = useCampaignOptions();
  const { messages_per_second, campaign_id } = number;
  const before = { messages_per_second, campaign_id };
  const [values, setValues] = useState<Values>(before);
  const save = useAction(
    () => client.number.update({ ...findChanges(before, values), id: number.id }),
    { toast: 'The number is saved', changes: ['number'], showsError: true, onDone },
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
