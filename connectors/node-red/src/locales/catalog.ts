import { messageStatus } from '@textloom/shared/contract';
import { listChoices } from '@textloom/shared/connector/labels';
import { accountForm } from '../forms/account.ts';
import { forms } from '../forms/forms.ts';
import { states } from '../nodes/badge.ts';

/** Translates an English phrase. */
export type Translate = (phrase: string) => string;

/** Words of the editor that belong to no field. */
const common = {
  account: 'Account',
  name: 'Name',
  more: 'More options',
  choice: 'choice',
} as const;

/** A value is part of a key, and a period would divide the key. */
export const choiceKey = (value: string): string => value.replaceAll('.', '_');

/** Returns the catalog of a language: everything that the editor shows outside of the help. */
export const createCatalog = (translate: Translate): object => ({
  common: mapValues(common, translate),
  state: mapValues(states, translate),
  status: Object.fromEntries(
    listChoices(messageStatus).map(({ value, label }) => [value, translate(label)]),
  ),
  account: {
    label: translate(accountForm.label),
    ...Object.fromEntries(accountForm.fields.map(({ name, label }) => [name, translate(label)])),
  },
  ...Object.fromEntries(
    forms.map(({ type, label, outputs, fields }) => [
      type,
      {
        label: translate(label),
        outputs: outputs.map((output) => translate(output.label)),
        fields: Object.fromEntries(fields.map(({ name, label }) => [name, translate(label)])),
        choices: Object.fromEntries(
          fields
            .filter(({ choices }) => choices.length > 0)
            .map(({ name, choices }) => [
              name,
              Object.fromEntries(
                choices.map(({ value, label }) => [choiceKey(value), translate(label)]),
              ),
            ]),
        ),
      },
    ]),
  ),
});

const mapValues = (values: Readonly<Record<string, string>>, translate: Translate): object =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, translate(value)]));
