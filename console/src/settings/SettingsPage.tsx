import { contract, type Account } from '@textloom/shared/contract';
import { useAccount, useMay } from '../account.ts';
import { useClient } from '../api/api.ts';
import { useAction } from '../api/queries.ts';
import { DiscardButton } from '../form/DiscardButton.tsx';
import { SchemaForm } from '../form/SchemaForm.tsx';
import { useEdits } from '../form/useEdits.ts';
import { pick } from '../pick.ts';
import { Page } from '../ui/Page.tsx';
import { Section } from '../ui/Section.tsx';
import { QuietHoursField } from './QuietHoursField.tsx';
import { RepliesField } from './RepliesField.tsx';
import { RetentionField } from './RetentionField.tsx';

const { input } = contract.account.update;
type Fields = Parameters<typeof SchemaForm>[0]['fields'];

const sections: Readonly<Record<string, Fields>> = {
  Account: {
    name: { half: true, required: true },
    brand: { half: true },
    support_contact: { half: true },
    language: { half: true, required: true },
    default_country: { half: true, required: true },
    time_zone: { half: true, required: true },
  },
  'Opt-outs': { opt_out_scope: { required: true }, keywords: {} },
  'Automatic replies': { replies: { Field: RepliesField } },
  'Quiet hours': { quiet_hours: { Field: QuietHoursField } },
  Retention: { retention: { Field: RetentionField } },
  'Verification codes': { verification_countries: {}, verifications_per_day: {} },
};

/** Shows the settings of the account. Each section saves its own fields. */
export default function SettingsPage() {
  const account = useAccount();
  const mayChange = useMay()(contract.account.update);
  return (
    <Page
      narrow
      title="Settings"
      description={
        mayChange
          ? 'How the service treats the people you text.'
          : 'This key can see the settings. To change them, sign in with an admin key.'
      }
    >
      {Object.entries(sections).map(([title, fields]) => (
        <Section key={title} title={title}>
          <SectionForm {...{ title, account, fields, mayChange }} />
        </Section>
      ))}
    </Page>
  );
}

interface SectionFormProps {
  title: string;
  account: Account;
  fields: Fields;
  mayChange: boolean;
}

function SectionForm({ title, account, fields, mayChange }: SectionFormProps) {
  const client = useClient();
  const names = Object.keys(fields);
  const { values, setValues, changes, restart } = useEdits(
    `settings ${title}`,
    input,
    pick(account, names),
  );
  const save = useAction(() => client.account.update(changes), {
    toast: 'The settings are saved',
    changes: ['account'],
    showsError: true,
    onDone: (updated) => restart(pick(updated, names)),
  });
  return (
    <fieldset disabled={!mayChange} style={{ border: 0, margin: 0, padding: 0 }}>
      <SchemaForm
        schema={input}
        fields={fields}
        values={values}
        onChange={setValues}
        submitLabel="Save changes"
        action={save}
      >
        <DiscardButton changes={changes} onDiscard={() => restart()} />
      </SchemaForm>
    </fieldset>
  );
}
