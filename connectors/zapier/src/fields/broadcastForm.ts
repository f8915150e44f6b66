import type { Bundle } from 'zapier-platform-core';
import { parseMap } from '@textloom/shared/connector/readInput';
import { contract, schema, type Infer } from '@textloom/shared/contract';
import { requireMapped } from '../connection/requireValues.ts';
import { isEmpty } from '../connection/templates.ts';
import { inputFields } from './fields.ts';
import { invalidField } from '@textloom/shared/client';
import { deduplicationKeys, listField, sendAtField, senderField } from './sharedFields.ts';

const { audience, stop_rules, name, ...others } = contract.broadcast.create.input.properties;
const { list_ids, filter, all_contacts, exclude_list_ids } = audience.properties;
const { attributes, country, time_zone } = filter.properties;

/** Describes a broadcast with its audience and its stop rules in single fields. */
const details = {
  text: others.text,
  list_ids,
  attributes,
  country,
  time_zone,
  all_contacts,
  exclude_list_ids,
  from: others.from,
  media_urls: others.media_urls,
  send_at: others.send_at,
  purpose: others.purpose,
  messages_per_minute: others.messages_per_minute,
  ...stop_rules.properties,
  smart_encoding: others.smart_encoding,
  metadata: others.metadata,
} as const;

export const previewForm = schema({ type: 'object', properties: details });
export const broadcastForm = schema({
  type: 'object',
  properties: { name, ...details, deduplication_key: deduplicationKeys.broadcast },
  required: ['name'],
});

const plan = {
  text: {},
  list_ids: {
    ...listField,
    label: 'Lists',
    helpText: 'Choose lists, or map their IDs. A contact on several lists gets one message.',
  },
  attributes: {
    label: 'Contact Attributes',
    helpText:
      'Only contacts that have these attributes and values. Limits the lists if you choose some.',
  },
  all_contacts: {
    // In a field for yes or no, Zapier takes any other text, such as N/A, as yes.
    type: 'string',
    choices: { true: 'True', false: 'False' },
    helpText:
      'Texts **every** subscribed contact of the account, even if you choose lists. Contact Attributes, Country and Time Zone still limit the contacts. Preview the broadcast first.',
  },
  from: senderField,
  send_at: sendAtField,
  media_urls: {},
  exclude_list_ids: {
    ...listField,
    label: 'Excluded Lists',
    helpText: 'Contacts on these lists get no message. Choose lists, or map their IDs.',
    group: 'advanced',
  },
  country: {
    helpText: 'Only contacts whose phone number is in this country.',
    group: 'advanced',
  },
  time_zone: { helpText: 'Only contacts in this time zone.', group: 'advanced' },
} as const;

export const previewFields = inputFields(previewForm, plan);
export const broadcastFields = inputFields(broadcastForm, {
  name: {},
  ...plan,
  deduplication_key: {},
});

const conditions = ['list_ids', 'attributes', 'country', 'time_zone', 'exclude_list_ids'] as const;

/**
 * Throws if the user filled in a condition that has no value in this run, because an earlier step
 * returned none, or filled in only half of it. Without the condition, the broadcast would go to more
 * contacts.
 */
export function requireConditions(bundle: Partial<Bundle>): void {
  requireMapped(bundle, conditions, 'more contacts would get the broadcast');
  if (hasHalfEntry(parseMap(bundle.inputData?.attributes)))
    throw invalidField(
      'attributes',
      'must have a name and a value in each row; without one of them, more contacts would get the broadcast',
    );
}

/** The editor may add a row in which nothing is filled in. */
const hasHalfEntry = (map: unknown): boolean =>
  typeof map === 'object' &&
  Object.entries(map ?? {}).some((pair) => pair.some(isEmpty) && !pair.every(isEmpty));

type Details = Infer<typeof previewForm>;

/** Puts the audience and the stop rules together for a request. */
export function toBroadcast<T extends Details>({
  list_ids,
  attributes,
  country,
  time_zone,
  all_contacts,
  exclude_list_ids,
  failure_percent,
  opt_out_percent,
  ...rest
}: T) {
  const filter = {
    ...(attributes && { attributes }),
    ...(country && { country }),
    ...(time_zone && { time_zone }),
  };
  const rules = {
    ...(failure_percent !== undefined && { failure_percent }),
    ...(opt_out_percent !== undefined && { opt_out_percent }),
  };
  return {
    ...rest,
    audience: {
      ...(list_ids && { list_ids }),
      ...(Object.keys(filter).length > 0 && { filter }),
      ...(all_contacts && { all_contacts }),
      ...(exclude_list_ids && { exclude_list_ids }),
    },
    ...(Object.keys(rules).length > 0 && { stop_rules: rules }),
  };
}
