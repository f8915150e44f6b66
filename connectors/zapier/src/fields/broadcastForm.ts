import type { Bundle } from 'zapier-platform-core';
import { parseMap } from '@textloom/shared/connector/readInput';
import { contract, schema, type Infer } from '@textloom/shared/contract';
import { inActionWith } from '../connection/requireValues.ts';
import { isEmpty } from '../connection/templates.ts';
import { inputFields } from './fields.ts';
import { invalidField } from '@textloom/shared/client';
import { deduplicationKeys, explainLists, sendAtField, senderField } from './sharedFields.ts';

const { audience, stop_rules, name, ...others } = contract.broadcast.create.input.properties;
const { list_ids, filter, all_contacts, exclude_list_ids } = audience.properties;
const { attributes, country, time_zone, created_after, created_before } = filter.properties;

/** Describes a broadcast with its audience and its stop rules in single fields. */
const details = {
  text: others.text,
  list_ids,
  attributes,
  country,
  time_zone,
  created_after,
  created_before,
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

/** The fields whose values are lists. */
export const listFields = ['list_ids', 'exclude_list_ids'] as const;

const filtersLimit = 'Contact Attributes and the other filters still limit the contacts.';

const plan = {
  text: {},
  list_ids: explainLists('Texts each contact on these lists once.'),
  attributes: {
    label: 'Contact Attributes',
    helpText:
      'Only contacts that have all these attributes and values. Limits the lists if you choose some.',
  },
  all_contacts: {
    // In a field for yes or no, Zapier takes any other text, such as N/A, as yes.
    type: 'string',
    choices: { true: 'True', false: 'False' },
    helpText: `Texts **every** subscribed contact of the account, even if you choose lists. ${filtersLimit} Use Find Broadcast Preview first.`,
  },
  from: senderField,
  send_at: sendAtField,
  media_urls: {},
  exclude_list_ids: {
    ...explainLists('Contacts on these lists get no message.'),
    label: 'Excluded Lists',
    group: 'advanced',
  },
  country: {
    helpText: 'Only contacts whose phone number is in this country. Two-letter code, such as `US`.',
    group: 'advanced',
  },
  time_zone: {
    helpText: 'Only contacts in this time zone. IANA name, such as `America/New_York`.',
    group: 'advanced',
  },
  created_after: {
    label: 'Contacts Added After',
    helpText: 'Only contacts that were added at or after this time.',
    group: 'advanced',
  },
  created_before: {
    label: 'Contacts Added Before',
    helpText: 'Only contacts that were added before this time.',
    group: 'advanced',
  },
} as const;

export const previewFields = inputFields(previewForm, {
  ...plan,
  list_ids: explainLists('Counts each contact on these lists once.'),
  all_contacts: {
    ...plan.all_contacts,
    helpText: `Counts **every** subscribed contact of the account, even if you choose lists. ${filtersLimit}`,
  },
});
export const broadcastFields = inputFields(broadcastForm, {
  name: {},
  ...plan,
  deduplication_key: {},
});

const moreContacts = 'more contacts would get the broadcast';

/** Without a condition, a broadcast goes to more contacts. */
export const broadcastEffect = inActionWith({
  list_ids: moreContacts,
  attributes: moreContacts,
  country: moreContacts,
  time_zone: moreContacts,
  created_after: moreContacts,
  created_before: moreContacts,
  exclude_list_ids: moreContacts,
});

/** Throws if the user, or an earlier step, filled in only half of an attribute. */
export function requireWholeAttributes({ inputData = {} }: Partial<Bundle>): void {
  if (hasHalfEntry(parseMap(inputData.attributes)))
    throw invalidField(
      'attributes',
      `must have a name and a value in each row; without one of them, ${moreContacts}`,
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
  created_after,
  created_before,
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
    ...(created_after && { created_after }),
    ...(created_before && { created_before }),
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
