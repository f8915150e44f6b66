import { Checkbox, Fieldset, Input, MultiSelect, Stack } from '@mantine/core';
import { contract, type Broadcast } from '@textloom/shared/contract';
import { MapField } from '../form/MapField.tsx';
import { fieldErrorAt, SchemaField, type FieldProps } from '../form/SchemaField.tsx';
import type { Values } from '../form/values.ts';
import { useListOptions } from '../lists/useListOptions.ts';

type Audience = Broadcast['audience'];
const { properties } = contract.broadcast.create.input.properties.audience;
const { attributes, country, time_zone, created_after, created_before } =
  properties.filter.properties;
/** The console calls the creation of a contact its addition. */
const others = {
  country,
  time_zone,
  created_after: { ...created_after, title: 'Added After' },
  created_before: { ...created_before, title: 'Added Before' },
};
const description =
  'Choose lists, a filter, or both, or text everybody. Only subscribed contacts get the text.';

/** Lets users choose who gets a broadcast: lists, a filter, or everybody. */
export function AudienceField({ value, onChange, pointer, fieldErrors }: FieldProps) {
  const lists = useListOptions();
  const audience = (value ?? {}) as Audience;
  const change = (part: Partial<Audience>) => onChange({ ...audience, ...part });
  const filter = (audience.filter ?? {}) as Values;
  const changeFilter = (part: Values) => change({ filter: { ...filter, ...part } });
  return (
    <Fieldset legend="Audience" data-pointer={pointer}>
      <Stack gap="sm">
        <Input.Description>{description}</Input.Description>
        {fieldErrors[pointer] !== undefined && <Input.Error>{fieldErrors[pointer]}</Input.Error>}
        <MultiSelect
          label="Lists"
          placeholder={audience.list_ids?.length ? '' : 'Choose lists'}
          data={lists}
          value={audience.list_ids ?? []}
          onChange={(list_ids) => change({ list_ids })}
          error={fieldErrorAt(fieldErrors, `${pointer}/list_ids`, properties.list_ids)}
          disabled={audience.all_contacts === true}
          searchable
          clearable
          nothingFoundMessage="No list has this name"
        />
        <Checkbox
          label="Text every subscribed contact"
          description="Use this with care. The preview shows how many people get the text."
          checked={audience.all_contacts === true}
          onChange={({ currentTarget }) =>
            change({ all_contacts: currentTarget.checked || undefined })
          }
        />
        <MapField
          label="Only contacts with these attributes"
          description={attributes.description}
          error={fieldErrorAt(fieldErrors, `${pointer}/filter/attributes`, attributes)}
          value={(filter.attributes ?? {}) as Values}
          onChange={(next) => changeFilter({ attributes: next })}
        />
        {Object.entries(others).map(([name, schema]) => (
          <SchemaField
            key={name}
            name={name}
            schema={schema}
            pointer={`${pointer}/filter/${name}`}
            value={filter[name]}
            onChange={(next) => changeFilter({ [name]: next })}
            fieldErrors={fieldErrors}
          />
        ))}
        <MultiSelect
          label="Except lists"
          description="Contacts on these lists get no message"
          data={lists}
          value={audience.exclude_list_ids ?? []}
          onChange={(exclude_list_ids) => change({ exclude_list_ids })}
          error={fieldErrorAt(
            fieldErrors,
            `${pointer}/exclude_list_ids`,
            properties.exclude_list_ids,
          )}
          searchable
          clearable
        />
      </Stack>
    </Fieldset>
  );
}
