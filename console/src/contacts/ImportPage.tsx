import { Alert, Button, FileInput, Group, List, Stack, Text } from '@mantine/core';
import { contract } from '@textloom/shared/contract';
import { decodeText } from '@textloom/shared/csv';
import { useState, type SyntheticEvent } from 'react';
import { ErrorAlert } from '../form/ErrorAlert.tsx';
import { toFieldErrors } from '../form/fieldErrors.ts';
import { focusInvalid } from '../form/focusInvalid.ts';
import { SchemaField } from '../form/SchemaField.tsx';
import { toInput, type Values } from '../form/values.ts';
import { ImportIcon, WarningIcon } from '../icons.tsx';
import { useListOptions } from '../lists/useListOptions.ts';
import { plural } from '../plural.ts';
import { linkTo, type Query } from '../route.ts';
import { Page } from '../ui/Page.tsx';
import { Section } from '../ui/Section.tsx';
import { ImportProgress } from './ImportProgress.tsx';
import { useImport, type CutImport } from './ImportProvider.tsx';

const { input } = contract.contact.import;

/** Imports contacts from a CSV file of any length. */
export function ImportPage({ query }: { query: Query }) {
  const lists = useListOptions();
  const run = useImport();
  const [file, setFile] = useState<File | null>(null);
  const [isReading, setReading] = useState(false);
  const [error, setError] = useState('');
  const [values, setValues] = useState<Values>({ list_id: query.list ?? '' });

  const { current } = run;
  // The service checks these fields and the names of the columns before it reads any row.
  const refusal = current?.processed === 0 ? toFieldErrors(current.error) : {};
  const isRefused = Object.keys(refusal).length > 0;
  // The user may come back to the page after the service refused a file.
  const fieldErrors = file ? refusal : {};

  const choose = (chosen: File | null) => {
    run.reset();
    setFile(chosen);
    setError('');
  };
  const submit = async (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (focusInvalid(event.currentTarget)) return;
    if (!file) {
      setError('Choose a file first.');
      return;
    }
    setReading(true);
    const content = await readFile(file);
    setReading(false);
    if (content === undefined) setError('The browser cannot read this file. Choose it again.');
    else if (content.trim() === '') setError('This file is empty.');
    else setError(run.start({ name: file.name, content }, toInput(input, values)) ?? '');
  };
  const field = (name: 'list_id' | 'consent') => (
    <SchemaField
      name={name}
      schema={input.properties[name]}
      pointer={`/${name}`}
      value={values[name]}
      onChange={(value) => setValues({ ...values, [name]: value })}
      fieldErrors={fieldErrors}
      {...(name === 'list_id' && { options: lists, emptyLabel: 'No list' })}
    />
  );
  return (
    <Page
      narrow
      title="Import contacts"
      back={{ label: 'Contacts', href: linkTo('contacts') }}
      description="Import a CSV file, which Excel, Google Sheets and most other programs can save."
    >
      {current && !isRefused ? (
        <ImportProgress
          current={current}
          onResume={run.resume}
          onStop={run.stop}
          onRestart={() => choose(null)}
        />
      ) : (
        <Section title="File">
          {run.cut && <CutAlert {...run.cut} />}
          <form onSubmit={(event) => void submit(event)} noValidate>
            <Stack>
              <FileInput
                label="CSV file"
                description="The first line names the columns. One of them is the phone number."
                placeholder="Choose a file"
                accept=".csv,.tsv,.txt,text/csv"
                value={file}
                onChange={choose}
                disabled={isReading}
                error={error || fieldErrors['/csv']}
                leftSection={<ImportIcon size={16} />}
                clearable
                clearButtonProps={{ 'aria-label': 'Remove the file' }}
              />
              <List size="sm" c="dimmed" spacing={2}>
                <List.Item>
                  Known columns are phone, first_name, last_name, email, external_id, time_zone,
                  status, opted_out_numbers, and consent_source with consent_at. All others become
                  attributes.
                </List.Item>
                <List.Item>
                  Status says who may get texts: subscribed, opted_out or pending. Without it, new
                  contacts are subscribed.
                </List.Item>
                <List.Item>
                  Textloom updates contacts whose number exists already. Opt-outs stay active.
                </List.Item>
                <List.Item>
                  Textloom skips invalid rows, and lists them here with the reason.
                </List.Item>
              </List>
              {field('list_id')}
              {field('consent')}
              <Group>
                <Button type="submit" loading={isReading}>
                  Import contacts
                </Button>
                <Text size="xs" c="dimmed">
                  The file can have any number of rows.
                </Text>
              </Group>
            </Stack>
          </form>
        </Section>
      )}
      {current?.state === 'failed' && !isRefused && (
        <Stack mt="md">
          <ErrorAlert error={current.error} />
        </Stack>
      )}
    </Page>
  );
}

/** Says what became of an import that ended with its page. */
const CutAlert = ({ name, processed, rows }: CutImport) => (
  <Alert
    color="gray"
    icon={<WarningIcon />}
    title={`${name} stopped after ${processed.toLocaleString()} of ${plural(rows, 'row')}`}
    mb="md"
  >
    Choose the file again to import the rest. Textloom updates the contacts that it has already
    added.
  </Alert>
);

/** Returns the content of a file, or nothing if the file has changed since the user chose it. */
const readFile = (file: File): Promise<string | undefined> =>
  file.arrayBuffer().then(
    (content) => decodeText(new Uint8Array(content)),
    () => undefined,
  );
