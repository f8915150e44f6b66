import {
  Autocomplete,
  Checkbox,
  Fieldset,
  Input,
  MultiSelect,
  NativeSelect,
  TagsInput,
  Textarea,
  TextInput,
} from '@mantine/core';
import { isMap, isObject, type Schema } from '@textloom/shared/contract';
import { DateTimeField } from './DateTimeField.tsx';
import type { FieldErrors } from './fieldErrors.ts';
import classes from './fields.module.css';
import { labelField, toOptions, type Option } from './labels.ts';
import { MapField } from './MapField.tsx';
import { NumberField } from './NumberField.tsx';
import { TextsField } from './TextsField.tsx';
import type { Values } from './values.ts';

export interface FieldProps {
  name: string;
  schema: Schema;
  /** The path of the field in the input, as a JSON Pointer. */
  pointer: string;
  value: unknown;
  onChange: (value: unknown) => void;
  fieldErrors: FieldErrors;
  required?: boolean | undefined;
  /** Choices that the schema does not contain, such as the lists of the account. */
  options?: readonly Option[] | undefined;
  /** The label of the empty choice. */
  emptyLabel?: string | undefined;
}

/** Shows a field of a form as the contract defines it. */
export function SchemaField(props: FieldProps) {
  const { name, schema, pointer, value, onChange, fieldErrors, required, emptyLabel } = props;
  const isChosen = props.options !== undefined;
  const common = {
    // Users choose these values by name, so the label does not mention an ID.
    label: isChosen ? labelField(schema, name).replace(/ ID(s?)$/, '$1') : labelField(schema, name),
    description: isChosen && /^IDs? /.test(schema.description ?? '') ? '' : schema.description,
    error: fieldErrorAt(fieldErrors, pointer, schema),
    withAsterisk: required ?? false,
    'aria-required': required ?? undefined,
    'data-pointer': pointer,
  };
  const text = typeof value === 'string' ? value : '';
  const { options = toOptions(schema) } = props;

  if (isObject(schema)) return <ObjectField {...props} schema={schema} />;
  if (isMap(schema)) {
    return <MapField {...common} value={(value ?? {}) as Values} onChange={onChange} />;
  }
  if (!('type' in schema)) return null;
  switch (schema.type) {
    case 'boolean':
      return (
        <Checkbox
          label={common.label}
          description={common.description}
          error={common.error}
          checked={value === true}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
      );
    case 'integer':
    case 'number':
      return (
        <NumberField
          {...common}
          min={schema.minimum}
          max={schema.maximum}
          allowDecimal={schema.type === 'number'}
          value={value}
          onChange={(number) => onChange(number ?? (schema.nullable ? null : undefined))}
          placeholder={schema.default?.toString()}
        />
      );
    case 'array': {
      const items = (value ?? []) as string[];
      const onItems = (next: string[]) => {
        onChange(next.length === 0 && schema.nullable ? null : next);
      };
      const choices = props.options ?? toOptions(schema.items);
      if (choices.length > 0 || props.options) {
        return (
          <MultiSelect
            {...common}
            data={choices}
            value={items}
            onChange={onItems}
            searchable={choices.length > 8}
            nothingFoundMessage="Nothing found"
            clearable
          />
        );
      }
      return 'maxLength' in schema.items && schema.items.maxLength! > 200 ? (
        <TextsField
          {...common}
          schema={schema}
          value={items}
          onChange={onItems}
          fieldErrors={fieldErrors}
        />
      ) : (
        <TagsInput {...common} value={items} onChange={onItems} acceptValueOnBlur />
      );
    }
    case 'string': {
      const onFilled = (filled: string) => {
        onChange(filled === '' && schema.nullable ? null : filled);
      };
      const onText = (event: { currentTarget: { value: string } }) => {
        onFilled(event.currentTarget.value);
      };
      if ('enum' in schema || props.options) {
        const empty = { value: '', label: emptyLabel ?? (required ? 'Choose…' : '—') };
        const isDecided = schema.default !== undefined || (required && text !== '');
        // The value that applies stays visible, such as a number that was released meanwhile.
        const isUnknown = text !== '' && !options.some((option) => option.value === text);
        return (
          <NativeSelect
            {...common}
            description={schema.meanings?.[text || schema.default || ''] ?? common.description}
            data={[...(isDecided ? [] : [empty]), ...options, ...(isUnknown ? [text] : [])]}
            value={text || schema.default}
            onChange={onText}
          />
        );
      }
      if (schema.format === 'date-time')
        return <DateTimeField {...common} value={text} onChange={onFilled} />;
      if (schema.multiline)
        return <Textarea {...common} autosize minRows={3} value={text} onChange={onText} />;
      if (name === 'time_zone') {
        return (
          <Autocomplete {...common} data={timeZones} limit={50} value={text} onChange={onFilled} />
        );
      }
      return (
        <TextInput
          {...common}
          type={inputTypes[schema.format ?? ''] ?? (name === 'phone' ? 'tel' : 'text')}
          autoComplete="off"
          value={text}
          onChange={onText}
        />
      );
    }
  }
}

function ObjectField({
  name,
  schema,
  pointer,
  value,
  onChange,
  fieldErrors,
  required,
}: FieldProps & { schema: Extract<Schema, { properties: unknown }> }) {
  const values = (value ?? {}) as Values;
  return (
    <Fieldset legend={labelField(schema, name)} data-pointer={pointer}>
      {schema.description && <Input.Description mb="sm">{schema.description}</Input.Description>}
      <div className={classes.fields}>
        {Object.entries(schema.properties).map(([inner, property]) => (
          <div key={inner} data-half={isShort(property) || undefined}>
            <SchemaField
              name={inner}
              schema={property}
              pointer={`${pointer}/${inner}`}
              value={values[inner]}
              onChange={(change) => onChange({ ...values, [inner]: change })}
              fieldErrors={fieldErrors}
              required={required && schema.required?.includes(inner)}
            />
          </div>
        ))}
      </div>
    </Fieldset>
  );
}

const isShort = (schema: Schema): boolean =>
  'type' in schema && schema.type === 'string' && !schema.multiline;

/** Returns the error of a field. A field that is not an object also shows errors of its items. */
export function fieldErrorAt(
  fieldErrors: FieldErrors,
  pointer: string,
  schema: Schema,
): string | undefined {
  if (isObject(schema)) return undefined;
  const below = Object.keys(fieldErrors).find((key) => key.startsWith(`${pointer}/`));
  return fieldErrors[pointer] ?? (below && fieldErrors[below]);
}

const inputTypes: Readonly<Record<string, string>> = { email: 'email', uri: 'url' };

const timeZones = Intl.supportedValuesOf('timeZone');
