import { Alert, Input, Stack } from '@mantine/core';
import { contract, type Account } from '@textloom/shared/contract';
import { useAccount } from '../account.ts';
import type { FieldProps } from '../form/SchemaField.tsx';
import { labelField } from '../form/labels.ts';
import { NumberField } from '../form/NumberField.tsx';

type Retention = Account['retention'];
const { properties } = contract.account.update.input.properties.retention;
const names = Object.keys(properties) as (keyof Retention)[];

/** Lets users choose how long the service keeps texts and messages. */
export function RetentionField({ value, onChange, pointer, fieldErrors, schema }: FieldProps) {
  const retention = value as Retention;
  const saved = useAccount().retention;
  const isShorter = (name: keyof Retention) =>
    (retention[name] ?? Infinity) < (saved[name] ?? Infinity);
  return (
    <Input.Wrapper description={schema.description} error={fieldErrors[pointer]}>
      <Stack mt="xs" gap="sm">
        {names.some(isShorter) && (
          <Alert color="orange">
            After you save, the service deletes everything that is older. You cannot undo this.
          </Alert>
        )}
        {names.map((name) => (
          <NumberField
            key={name}
            label={labelField(properties[name], name)}
            description={properties[name].description}
            min={properties[name].minimum}
            max={properties[name].maximum}
            allowDecimal={false}
            placeholder="Keep forever"
            value={retention[name]}
            error={fieldErrors[`${pointer}/${name}`]}
            onChange={(chosen) => onChange({ ...retention, [name]: chosen ?? null })}
          />
        ))}
      </Stack>
    </Input.Wrapper>
  );
}
