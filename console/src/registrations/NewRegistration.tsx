import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { contract, type Input, type Registration } from '@textloom/shared/contract';
import { useClient } from '../api/api.ts';
import { useAction } from '../api/queries.ts';
import { detailToSentence } from '../form/fieldErrors.ts';
import { SchemaForm } from '../form/SchemaForm.tsx';
import { toInput, type Values } from '../form/values.ts';
import { useNumbers } from '../numbers/useNumbers.ts';
import { formatPhoneNumber } from '../phoneNumber.ts';
import { linkTo, type Query } from '../route.ts';
import { useDraft } from '../session/useDraft.ts';
import { Fetched } from '../ui/Fetched.tsx';
import { Page } from '../ui/Page.tsx';

type Submission = Input<typeof contract.registration.submit>;

const back = { label: 'Registrations', href: linkTo('registrations') };

/** Lets users submit a new registration, or correct a rejected one. */
export function NewRegistration({ query }: { query: Query }) {
  return query.of === undefined ? <RegistrationForm /> : <ResubmitForm id={query.of} />;
}

function ResubmitForm({ id }: { id: string }) {
  const client = useClient();
  const before = useQuery({
    queryKey: ['registration', id],
    queryFn: () => client.registration.get({ id }),
  });
  return (
    <Fetched found={before} title="New registration" back={back}>
      {(found) => <RegistrationForm before={found} />}
    </Fetched>
  );
}

function RegistrationForm({ before }: { before?: Registration }) {
  const client = useClient();
  const numbers = useNumbers();
  const [values, setValues, forgetDraft] = useDraft<Values>(
    `registration ${before?.id ?? ''}`,
    before
      ? { brand: before.brand, campaign: before.campaign, number_ids: before.number_ids }
      : { brand: {}, campaign: {}, number_ids: [] },
  );
  const submit = useAction(
    (_, callOnce) =>
      callOnce(client.registration.submit, {
        brand: {},
        campaign: {},
        ...toInput(contract.registration.submit.input, values),
      } as Submission),
    {
      toast: 'The registration is submitted',
      changes: ['registration', 'number'],
      showsError: true,
      onDone: forgetDraft,
      opens: ({ id }) => linkTo('registrations', id),
    },
  );
  return (
    <Page
      narrow
      title="New registration"
      back={back}
      description="The simulated registry decides within 36 hours. For real texts, also register your brand and campaign at your carrier."
    >
      <SchemaForm
        schema={contract.registration.submit.input}
        fields={{
          brand: {},
          campaign: {},
          number_ids: {
            options: (numbers.data ?? []).map(({ id, number }) => ({
              value: id,
              label: formatPhoneNumber(number),
            })),
          },
        }}
        values={values}
        onChange={setValues}
        knownFieldErrors={Object.fromEntries(
          (before?.rejections ?? []).map(({ pointer, detail }) => [
            pointer,
            detailToSentence(detail),
          ]),
        )}
        submitLabel="Submit registration"
        action={submit}
      >
        <Button variant="subtle" color="gray" component="a" href={back.href}>
          Cancel
        </Button>
      </SchemaForm>
    </Page>
  );
}
