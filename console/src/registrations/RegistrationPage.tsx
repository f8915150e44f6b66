import { Alert, Button, List, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import {
  contract,
  isObject,
  type ObjectSchema,
  type Registration,
  type Schema,
} from '@textloom/shared/contract';
import { useMay } from '../account.ts';
import { useClient } from '../api/api.ts';
import { detailToSentence } from '../form/fieldErrors.ts';
import { labelField, labelValue } from '../form/labels.ts';
import { useNumbers } from '../numbers/useNumbers.ts';
import { WarningIcon } from '../icons.tsx';
import { formatPhoneNumber } from '../phoneNumber.ts';
import { linkTo } from '../route.ts';
import { Copyable } from '../ui/Copyable.tsx';
import { Facts } from '../ui/Facts.tsx';
import { Fetched } from '../ui/Fetched.tsx';
import { StatusMark } from '../ui/Mark.tsx';
import { Page } from '../ui/Page.tsx';
import { Section } from '../ui/Section.tsx';
import { When } from '../ui/When.tsx';

const { input } = contract.registration.submit;
const back = { label: 'Registrations', href: linkTo('registrations') };
/** The refresh interval for a pending registration, in milliseconds. */
const every = 30_000;

export function RegistrationPage({ id }: { id: string }) {
  const client = useClient();
  const registration = useQuery({
    queryKey: ['registration', id],
    queryFn: () => client.registration.get({ id }),
    refetchInterval: ({ state }) => (state.data?.status === 'pending' ? every : false),
  });
  return (
    <Fetched found={registration} title="Registration" back={back}>
      {(found) => <Shown registration={found} />}
    </Fetched>
  );
}

function Shown({ registration }: { registration: Registration }) {
  const may = useMay();
  const numbers = useNumbers();
  const { id, status, brand, campaign, number_ids, rejections } = registration;
  const findNumbers = number_ids.map((one) =>
    formatPhoneNumber(numbers.data?.find((number) => number.id === one)?.number ?? one),
  );
  return (
    <Page
      narrow
      title={brand.legal_name}
      back={back}
      actions={
        status === 'rejected' &&
        may(contract.registration.submit) && (
          <Button component="a" href={linkTo('registrations', 'new', { of: id })}>
            Correct and submit again
          </Button>
        )
      }
    >
      <Section title="Decision" actions={<StatusMark status={status} />}>
        <Stack>
          {status === 'rejected' && (
            <Alert
              color="red"
              icon={<WarningIcon />}
              title="The registry rejected this registration"
            >
              <List size="sm" spacing={4}>
                {rejections.map(({ pointer, detail }) => (
                  <List.Item key={pointer + detail}>
                    <b>{labelAt(input, pointer)}:</b> {detailToSentence(detail)}
                  </List.Item>
                ))}
              </List>
            </Alert>
          )}
          <Facts
            facts={[
              ['Submitted', <When at={registration.submitted_at} />],
              ['Decision by', !registration.decided_at && <When at={registration.decision_by} />],
              ['Decided', registration.decided_at && <When at={registration.decided_at} />],
              ['Numbers', findNumbers.join(', ') || 'None yet'],
              ['ID', <Copyable value={id} what="ID" />],
            ]}
          />
        </Stack>
      </Section>
      <Section title="Brand">
        <Facts facts={toFacts(input.properties.brand, brand)} />
      </Section>
      <Section title="Campaign">
        <Facts facts={toFacts(input.properties.campaign, campaign)} />
      </Section>
    </Page>
  );
}

/** Lists each field of an object under its title. */
const toFacts = ({ properties }: ObjectSchema, values: Readonly<Record<string, unknown>>) =>
  Object.entries(properties).map(
    ([name, schema]) => [labelField(schema, name), shownAs(schema, values[name])] as const,
  );

function shownAs(schema: Schema, value: unknown) {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (Array.isArray(value)) {
    return (
      <List size="sm" spacing={4}>
        {value.map((item) => (
          <List.Item key={String(item)}>{String(item)}</List.Item>
        ))}
      </List>
    );
  }
  if (typeof value !== 'string') return null;
  return 'enum' in schema ? labelValue(value, schema.labels) : value;
}

/** Returns the title of the field at a JSON Pointer. */
function labelAt(schema: Schema, pointer: string): string {
  const [head, ...rest] = pointer.split('/').slice(1);
  const below = isObject(schema) && head !== undefined ? schema.properties[head] : undefined;
  if (!below) return labelField(schema, 'It');
  return rest.length === 0 ? labelField(below, head!) : labelAt(below, `/${rest.join('/')}`);
}
