import { defineCreate, type Bundle } from 'zapier-platform-core';
import { ApiError, invalidField } from '@textloom/shared/client';
import { countRejectedRows } from '@textloom/shared/connector/countRejectedRows';
import { readInput } from '@textloom/shared/connector/readInput';
import { contract, formatCount, limits, schema } from '@textloom/shared/contract';
import { halted } from '../connection/errors.ts';
import { listTemplates } from '../connection/templates.ts';
import {
  attributeColumns,
  attributeEffects,
  attributeGroup,
  attributeNames,
  attributePlan,
  readAttributeName,
  readAttributeTitles,
  type AttributeColumn,
} from '../fields/attributeFields.ts';
import { contactEffect, lineConsentEffects } from '../fields/contactEffect.ts';
import { inputFields } from '../fields/fields.ts';
import { readInputData } from '../fields/readInputData.ts';
import { requireLines } from '../fields/requireLines.ts';
import { listField } from '../fields/sharedFields.ts';
import { describeResult, toOutput } from '../fields/toOutput.ts';
import { resolveLists } from '../connection/resolveLists.ts';
import { withClient } from '../connection/withClient.ts';

const { list_id, consent } = contract.contact.import.input.properties;
const { created, updated } = contract.contact.import.output.properties;
const { phone, first_name, last_name, email, external_id, time_zone } =
  contract.contact.upsert.input.properties;
const { source, at } = consent.properties;
const details = {
  ...{ phone, first_name, last_name, email, external_id, time_zone },
  // Fields of lines need other names than those of the step.
  contact_consent_source: source,
  contact_consent_at: at,
} as const;
/** Returns the column of a file for a field of a line. */
const toColumn = (name: string): string => name.replace(/^contact_/, '');
const columns = { ...details, ...attributeColumns } as const;

const form = schema({
  type: 'object',
  properties: {
    contacts: {
      type: 'array',
      title: 'Contacts',
      items: { type: 'object', properties: columns, required: ['phone'] },
    },
    list_id,
    consent,
    ...attributeNames,
  },
});
const fields = inputFields(form, {
  contacts: {},
  list_id: {
    ...listField,
    helpText: `Adds the contacts to this list. ${listField.helpText}`,
  },
  consent: {},
  ...attributePlan,
});
const lineFields = fields.flatMap(({ children = [] }) => children);

const result = schema({
  type: 'object',
  properties: {
    created: { ...created, description: 'Number of lines that added a contact' },
    updated: { ...updated, description: 'Number of lines that updated a contact' },
    rejected: { type: 'integer', title: 'Rejected', examples: [1] },
    rejected_lines: {
      type: 'array',
      title: 'Rejected Lines',
      items: {
        type: 'object',
        properties: {
          line: { type: 'integer', title: 'Line', examples: [2] },
          phone: { ...phone, nullable: true },
          error_code: { type: 'string', title: 'Error Code', examples: ['invalid_phone_number'] },
          error: { type: 'string', title: 'Error', examples: ['Phone is not a phone number'] },
        },
      },
    },
  },
});

export const importContacts = defineCreate({
  key: 'import_contacts',
  noun: 'Contact',
  display: {
    label: 'Import Contacts',
    description:
      'Adds or updates a contact for each line item, and returns each rejected line. New contacts are subscribed.',
  },
  operation: {
    inputFields: fields,
    inputFieldGroups: [attributeGroup],
    ...describeResult(result),
    perform: withClient(
      async (client, bundle, z) => {
        const { contacts = [], list_id, consent, ...names } = readInputData(form, bundle);
        requireLines(bundle, 'contacts', contacts, 'Phone');
        const lines = readLines(bundle);
        const attributes = readAttributeTitles(
          names,
          (key) => isMapped(key, bundle) || lines.some((line) => line?.[key] !== undefined),
        );
        const list = await resolveLists(client, { list_id }, 'list_id');
        const { created, updated, refused } = await client.contact
          .import({ ...list, consent, csv: toCsv(lines, attributes) })
          .catch(rethrowTooLarge);
        const rejected_lines = refused.map(({ line, column, code, detail }) => {
          // The names of the columns are in the first line.
          const at = line - 1;
          const label =
            lineFields.find(({ key }) => toColumn(key) === column)?.label ??
            readAttributeName(column ?? 'The line');
          return {
            line: at,
            phone: lines[at - 1]?.phone,
            error_code: code,
            error: `${label} ${detail}`,
          };
        });
        const [first] = rejected_lines;
        // Otherwise, the run would count as a success although it changed nothing.
        if (first && created + updated === 0)
          throw halted(z, `No contact was imported. Line ${first.line}: ${first.error}.`);
        return toOutput(result, {
          created,
          updated,
          rejected: countRejectedRows(refused),
          rejected_lines,
        });
      },
      fields,
      contactEffect({ ...attributeEffects, ...lineConsentEffects }),
    ),
  },
});

type Line = { readonly [name in keyof typeof columns]?: string } | undefined;

/** Also counts a column that is empty in all lines of this run. */
const isMapped = (key: AttributeColumn, { inputDataRaw = {} }: Partial<Bundle>): boolean =>
  listTemplates(inputDataRaw, 'contacts', key).length > 0;

/** Reads each line item, even an empty one, because the user counts it too. */
function readLines({ inputData }: Bundle): Line[] {
  const lines: readonly unknown[] = [inputData.contacts].flat(Infinity);
  return lines.map((line) => readInput(form, { contacts: line }).contacts?.[0]);
}

/** Names the line items, because the user does not know the file. */
function rethrowTooLarge(error: unknown): never {
  const isTooLarge =
    error instanceof ApiError && (error.code === 'payload_too_large' || error.field === 'csv');
  if (!isTooLarge) throw error;
  throw invalidField(
    'contacts',
    `must fit into one import. Import at most ${formatCount(limits.importRows)} line items in each step, or fewer if they are long`,
  );
}

/** Returns the lines as a CSV file, with one line each. The service ignores empty lines. */
function toCsv(lines: readonly Line[], attributes: ReadonlyMap<AttributeColumn, string>): string {
  const names = Object.keys(details) as (keyof typeof details)[];
  const own = names.filter((name) => name === 'phone' || lines.some((line) => line?.[name]));
  const titles = [...own.map((name) => [name, toColumn(name)] as const), ...attributes];
  const rows = lines.map((line) => (line ? titles.map(([name]) => toCell(line[name] ?? '')) : []));
  return [titles.map(([, title]) => toCell(title)), ...rows]
    .map((cells) => cells.join(','))
    .join('\n');
}

const toCell = (value: string): string =>
  `"${value.replace(/\s*[\r\n]+\s*/g, ' ').replaceAll('"', '""')}"`;
