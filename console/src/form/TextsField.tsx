import { Button, CloseButton, Group, Input, Stack, Textarea } from '@mantine/core';
import type { ArraySchema } from '@textloom/shared/contract';
import { PlusIcon } from '../icons.tsx';
import type { FieldErrors } from './fieldErrors.ts';

interface TextsFieldProps {
  schema: ArraySchema;
  label: string;
  description?: string | undefined;
  error?: string | undefined;
  withAsterisk: boolean;
  'aria-required': boolean | undefined;
  'data-pointer': string;
  value: readonly string[];
  onChange: (value: string[]) => void;
  fieldErrors: FieldErrors;
}

/** Lets users enter several texts with several lines each. */
export function TextsField({
  schema,
  value,
  onChange,
  fieldErrors,
  error,
  'aria-required': isRequired,
  ...field
}: TextsFieldProps) {
  const { minItems = 1, maxItems = 100 } = schema;
  const texts = [...value, ...Array<string>(Math.max(0, minItems - value.length)).fill('')];
  const own = texts.some((_, index) => fieldErrors[`${field['data-pointer']}/${index}`]);
  return (
    <Input.Wrapper {...field} error={own ? undefined : error} labelElement="div">
      <Stack gap="xs" mt={6}>
        {texts.map((text, index) => (
          <Group key={index} wrap="nowrap" align="flex-start" gap="xs">
            <Textarea
              flex={1}
              autosize
              minRows={2}
              aria-label={`${field.label} ${index + 1}`}
              aria-required={isRequired}
              value={text}
              error={fieldErrors[`${field['data-pointer']}/${index}`]}
              onChange={(event) => onChange(texts.with(index, event.currentTarget.value))}
            />
            {texts.length > minItems && (
              <CloseButton
                aria-label={`Remove ${field.label} ${index + 1}`}
                onClick={() => onChange(texts.toSpliced(index, 1))}
              />
            )}
          </Group>
        ))}
        {texts.length < maxItems && (
          <Button
            variant="default"
            size="compact-sm"
            w="fit-content"
            leftSection={<PlusIcon size={14} />}
            onClick={() => onChange([...texts, ''])}
          >
            Add another
          </Button>
        )}
      </Stack>
    </Input.Wrapper>
  );
}
