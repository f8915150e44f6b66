import type { ObjectSchema } from '@textloom/shared/contract';
import { pick } from '../pick.ts';
import { useDraft } from '../session/useDraft.ts';
import { findChanges, isSame, type Values } from './values.ts';

/** The values of a form, and those that the user saw before. */
interface Edits {
  readonly before: Values;
  readonly values: Values;
  /** What the service had saved at that time. */
  readonly saved: Values;
}

/**
 * Holds the values of a form that changes an object, also when the user leaves the page. Somebody
 * else may change the object meanwhile. The form then shows their values in the fields that the
 * user has not edited, and compares the others with those that the user saw.
 *
 * @param name names the object, and the form if the object has several
 */
export function useEdits(
  name: string,
  schema: ObjectSchema,
  saved: Values,
  toSaved = (values: Values): Values => values,
) {
  const [stored, setEdits] = useDraft<Edits>(
    `edits of ${name}`,
    { before: saved, values: saved, saved },
    ({ before, values }) => (isSame(before, values) ? '' : JSON.stringify(values)),
  );
  const findEdits = (edits: Edits) => findChanges(schema, edits.before, toSaved(edits.values));
  const edits = isSame(stored.saved, saved) ? stored : renew(stored, saved, findEdits(stored));
  return {
    values: edits.values,
    setValues: (values: Values) => setEdits({ ...edits, values }),
    changes: findEdits(edits),
    /** Shows what the service saved, and keeps what the user has typed since this render. */
    restart: (next: Values = saved) =>
      setEdits((current) => {
        const typed = Object.keys(current.values).filter(
          (one) =>
            !isSame(current.values[one], edits.values[one]) &&
            !isSame(current.values[one], stored.values[one]),
        );
        return { before: next, values: { ...next, ...pick(current.values, typed) }, saved };
      }),
  };
}

/** Returns the edits with what somebody else has changed in other fields. */
function renew({ before, values }: Edits, saved: Values, changes: Values): Edits {
  const names = Object.keys(saved).filter(
    (name) => !(name in changes) && !isSame(before[name], saved[name]),
  );
  const renewed = pick(saved, names);
  return { before: { ...before, ...renewed }, values: { ...values, ...renewed }, saved };
}
