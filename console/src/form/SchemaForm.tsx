import { Button, Group, Stack } from '@mantine/core';
import type { ObjectSchema } from '@textloom/shared/contract';
import {
  useEffect,
  useRef,
  useState,
  type ComponentType,
  type ReactNode,
  type SyntheticEvent,
} from 'react';
import { ErrorAlert } from './ErrorAlert.tsx';
import { toFieldErrors, withoutChanged, type FieldErrors } from './fieldErrors.ts';
import type { Option } from './labels.ts';
import classes from './fields.module.css';
import { focusInvalid } from './focusInvalid.ts';
import { SchemaField, type FieldProps } from './SchemaField.tsx';
import type { Values } from './values.ts';

interface FieldChoice {
  /** Whether the field shares its line with the next field. */
  half?: true;
  options?: readonly Option[];
  emptyLabel?: string;
  required?: true;
  /** Replaces the default component for the schema. */
  Field?: ComponentType<FieldProps>;
}

interface SchemaFormProps {
  /** The input of an operation. */
  schema: ObjectSchema;
  /** The fields to show, in this order. */
  fields: Readonly<Record<string, FieldChoice>>;
  values: Values;
  onChange: (values: Values) => void;
  /** Known errors of the values, such as the rejections of a registry. */
  knownFieldErrors?: FieldErrors;
  submitLabel: string;
  action: { mutate: () => void; isPending: boolean; error: unknown };
  /** Further elements next to the button. */
  children?: ReactNode;
}

/**
 * Returns true if a field is required, or if the form shows only this one of the `exactlyOne`
 * fields.
 */
const isRequired = (
  { required, exactlyOne }: ObjectSchema,
  name: string,
  fields: SchemaFormProps['fields'],
): boolean =>
  (required?.includes(name) ?? false) ||
  exactlyOne?.filter((one) => Object.hasOwn(fields, one)).join() === name;

/** Shows a form for the input of an operation, with the errors next to the fields. */
export function SchemaForm({
  schema,
  fields,
  values,
  onChange,
  knownFieldErrors,
  submitLabel,
  action,
  children,
}: SchemaFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const { error, isPending } = action;
  const [refused, setRefused] = useState({ error, values });
  if (refused.error !== error) setRefused({ error, values });
  const fieldErrors = withoutChanged(
    error ? toFieldErrors(error) : (knownFieldErrors ?? {}),
    refused.values,
    values,
  );
  const shown = Object.keys(error ? toFieldErrors(error) : {}).some((pointer) =>
    Object.keys(fields).some((name) => `${pointer}/`.startsWith(`/${name}/`)),
  );

  useEffect(() => {
    if (error) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [error]);

  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (!focusInvalid(form.current!)) action.mutate();
  };
  return (
    <form ref={form} onSubmit={submit} noValidate>
      <Stack gap="lg">
        <div className={classes.fields}>
          {Object.entries(fields).map(([name, { half, Field = SchemaField, ...choice }]) => (
            <div key={name} data-half={half}>
              <Field
                name={name}
                schema={schema.properties[name]!}
                pointer={`/${name}`}
                value={values[name]}
                onChange={(value) => onChange({ ...values, [name]: value })}
                fieldErrors={fieldErrors}
                required={isRequired(schema, name, fields)}
                {...choice}
              />
            </div>
          ))}
        </div>
        {!shown && <ErrorAlert error={error} />}
        <Group gap="xs">
          <Button type="submit" loading={isPending}>
            {submitLabel}
          </Button>
          {children}
        </Group>
      </Stack>
    </form>
  );
}
