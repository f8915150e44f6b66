import { Button, Menu, Textarea } from '@mantine/core';
import { useRef } from 'react';
import { flushSync } from 'react-dom';
import type { FieldProps } from '../form/SchemaField.tsx';
import { labelField } from '../form/labels.ts';
import { PlusIcon } from '../icons.tsx';

const mergeFields = [
  ['First name', '{{first_name|there}}'],
  ['Last name', '{{last_name|}}'],
  ['Email', '{{email|}}'],
  ['External ID', '{{external_id|}}'],
  ['Attribute', '{{attribute name|}}'],
] as const;

/** Lets users write a text and insert fields of the contact at the cursor. */
export function MergeTextField(props: FieldProps) {
  const { name, schema, pointer, value, onChange, fieldErrors, required } = props;
  const area = useRef<HTMLTextAreaElement>(null);
  const text = typeof value === 'string' ? value : '';
  const insert = (field: string) => {
    const { selectionStart = text.length, selectionEnd = text.length } = area.current ?? {};
    const end = selectionStart + field.length;
    // The text must contain the field before the cursor can move behind it.
    flushSync(() => onChange(text.slice(0, selectionStart) + field + text.slice(selectionEnd)));
    area.current?.focus();
    area.current?.setSelectionRange(end, end);
  };
  return (
    <>
      <Textarea
        ref={area}
        label={labelField(schema, name)}
        description={schema.description}
        error={fieldErrors[pointer]}
        aria-required={required}
        withAsterisk={required ?? false}
        data-pointer={pointer}
        autosize
        minRows={4}
        value={text}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {/* After Escape, the focus returns to the button, but after a choice, it is in the text. */}
      <Menu position="bottom-start" returnFocus={false}>
        <Menu.Target>
          <Button variant="default" size="compact-sm" mt={6} leftSection={<PlusIcon size={14} />}>
            Insert a field of the contact
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {mergeFields.map(([label, field]) => (
            <Menu.Item
              key={field}
              onClick={() => insert(field)}
              rightSection={<code>{field}</code>}
            >
              {label}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </>
  );
}
