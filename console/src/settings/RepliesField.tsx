import { Input, NativeSelect, Stack, Textarea } from '@mantine/core';
import { accountSchema, language, type Account } from '@textloom/shared/contract';
import { useState } from 'react';
import { useAccount } from '../account.ts';
import type { FieldProps } from '../form/SchemaField.tsx';
import { labelField, toOptions } from '../form/labels.ts';
import { fillReply } from './fillReply.ts';

type Replies = Account['replies'];
type Language = Account['language'];
const { language: _, ...texts } = accountSchema.properties.replies.items.properties;
type ReplyName = keyof typeof texts;
const names = Object.keys(texts) as ReplyName[];

/** Lets users write their own automatic replies in each language. */
export function RepliesField(props: FieldProps) {
  const { value, onChange, pointer, fieldErrors, schema } = props;
  const account = useAccount();
  const [chosen, setChosen] = useState<Language>(account.language);
  const replies = value as Replies;
  const index = replies.findIndex((one) => one.language === chosen);
  const own = replies[index];
  const change = (name: ReplyName, text: string) => {
    const next = { ...(own ?? { language: chosen }), [name]: text === '' ? null : text };
    const others = replies.filter((one) => one.language !== chosen);
    const isEmpty = names.every((one) => !next[one]);
    onChange(isEmpty ? others : [...others, next]);
  };
  return (
    <Stack gap="sm">
      <Input.Description>{schema.description}</Input.Description>
      <NativeSelect
        label="Language of the replies"
        data={toOptions(language)}
        value={chosen}
        error={describeHiddenError(props, replies, index)}
        onChange={({ currentTarget }) => {
          const found = language.enum.find((one) => one === currentTarget.value);
          if (found) setChosen(found);
        }}
      />
      {names.map((name) => {
        const text = own?.[name] ?? '';
        return (
          <Textarea
            key={name}
            autosize
            minRows={2}
            maxLength={texts[name].maxLength}
            label={labelField(texts[name], name)}
            description={
              text.includes('{{')
                ? `Recipients read: ${fillReply(text, account)}`
                : texts[name].description
            }
            placeholder="The standard text"
            value={text}
            error={fieldErrors[`${pointer}/${index}/${name}`]}
            onChange={({ currentTarget }) => change(name, currentTarget.value)}
          />
        );
      })}
    </Stack>
  );
}

/** Returns an error that no text box shows, because the reply is in another language. */
function describeHiddenError(
  { pointer, fieldErrors }: Pick<FieldProps, 'pointer' | 'fieldErrors'>,
  replies: Replies,
  shown: number,
): string | undefined {
  const isHidden = (at: string) =>
    at.startsWith(`${pointer}/`) && !at.startsWith(`${pointer}/${shown}/`);
  const [at, error] = Object.entries(fieldErrors).find(([one]) => isHidden(one)) ?? [];
  const [index, name] = at?.slice(pointer.length + 1).split('/') ?? [];
  const hidden = toOptions(language).find(
    (one) => one.value === replies[Number(index)]?.language,
  )?.label;
  const text = names.find((one) => one === name);
  return hidden && text ? `${hidden}, ${labelField(texts[text], text)}: ${error}` : error;
}
