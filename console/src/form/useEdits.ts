import type { ObjectSchema } from '@textloom/shared/contract';
import { useDraft } from '../session/useDraft.ts';
import { findChanges, isSame, type Values } from './values.ts';

/** The values of a form, and those that the user saw before. */
interface Edits {
  readonly before: Values;
  readonly values: Values;
}

/**
 * Holds the values of a form that changes an object, also when the user leaves the page. Somebody
 * else may change the object while the form is open, so the form compares its values with those
 * that the user saw. It forgets edits of an object that changed while the user was away.
 *
 * @param name names the object, and the form if the object has several
 */
export function useEdits(
  name: string,
  schema: ObjectSchema,
  saved: Values,
  toSaved = (values: Values): Values => values,
) {
  const [{ before, values }, setEdits, forget] = useDraft<Edits>(
    `edits of ${name}`,
    { before: saved, values: saved },
    (stored) => isSame(stored.before, saved),
  );
  return {
    values,
    setValues: (next: Values) => setEdits({ before, values: next }),
    changes: findChanges(schema, before, toSaved(values)),
    /** Shows what the service saved, to continue from there. */
    restart: (next: Values = saved) => {
      setEdits({ before: next, values: next });
      forget();
    },
  };
}
