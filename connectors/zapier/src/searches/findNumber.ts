import { defineSearch } from 'zapier-platform-core';
import { contract, schema } from '@textloom/shared/contract';
import { inputFields } from '../fields/fields.ts';
import { readInputData } from '../fields/readInputData.ts';
import { describeResult, toOutput } from '../fields/toOutput.ts';
import { senderField } from '../fields/sharedFields.ts';
import { describeProblem, noneIfWrongNumber } from '../connection/errors.ts';
import { shortProblem } from '../fields/results.ts';
import { searchWithClient } from '../connection/withClient.ts';

const { input, output } = contract.message.preview;
const query = schema({
  type: 'object',
  properties: {
    phone: {
      ...input.properties.to,
      title: 'Phone',
      description:
        "Phone number to look up, such as +12025550123; without a country code, it belongs to the account's default country",
    },
    from: input.properties.from,
    purpose: input.properties.purpose,
  },
  required: ['phone'],
});
const fields = inputFields(query, {
  phone: {},
  from: senderField,
  purpose: {},
});
const result = schema({
  type: 'object',
  properties: {
    phone: { ...output.properties.to, title: 'Phone', description: 'The number in E.164 format' },
    country: output.properties.country,
    can_be_texted: {
      ...output.properties.would_send,
      title: 'Can Be Texted',
      description: 'Whether Textloom would accept a message to this number',
    },
    problem: { ...shortProblem, description: 'Why Textloom would not accept a message' },
  },
});
/** The lookup previews a message with this minimal text. */
const text = 'Hi';

export const findNumber = defineSearch({
  key: 'find_number',
  noun: 'Number',
  display: {
    label: 'Find Number',
    description:
      'Finds the country of a phone number, its standard form and whether it can be texted.',
  },
  operation: {
    inputFields: fields,
    ...describeResult(result),
    perform: searchWithClient(async (client, bundle) => {
      const { phone, ...rest } = readInputData(query, bundle);
      const found = await client.message
        .preview({ to: phone, text, ...rest })
        .catch(noneIfWrongNumber);
      // An invalid number has no standard form.
      if (!found?.to) return [];
      const { to, would_send, ...known } = describeProblem(found, input, fields);
      return [toOutput(result, { phone: to, can_be_texted: would_send, ...known })];
    }, fields),
  },
});
