import type { ObjectSchema } from '@textloom/shared/contract';
import { useState } from 'react';
import { findChanges, type Values } from './values.ts';

/**
 * Holds the values of a form that changes an object. Somebody else may change the object while the
 * form is open, so the form compares its values with those that the user saw.
 */
export function useEdits(
  schema: ObjectSchema,
  saved: Values,
  toSaved = (values: Values): Values => values,
) {
  const [before, setBefore] = useState(saved);
  const [values, setValues] = useState(saved);
  return {
    values,
    setValues,
    changes: findChanges(schema, before, toSaved(values)),
    /** Shows what the service saved, to continue from there. */
    restart: (next: Values) => {
      setBefore(next);
      setValues(next);
    },
  };
}
