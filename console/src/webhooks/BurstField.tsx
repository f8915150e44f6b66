import { limits } from '@textloom/shared/contract';
import { SchemaField, type FieldProps } from '../form/SchemaField.tsx';
import { isChosen } from './eventPatterns.ts';

/** Lets users enter how long the service waits to join the texts of one person. */
export const BurstField = ({ schema, ...field }: FieldProps) => (
  <SchemaField
    {...field}
    schema={{
      ...schema,
      title: 'Join quick texts (seconds)',
      description: `How long to wait for the next text of the same person, so that "hi", "are you" and "open?" are one event; at most ${limits.burstTexts} texts, and at most ${limits.burstLength} times this long. If empty, each text is a separate event`,
    }}
  />
);

/** Returns true if a webhook with these events gets texts that the service can join. */
export const canJoinTexts = (events: readonly string[]): boolean =>
  isChosen('message.received', events);
