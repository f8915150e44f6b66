import type { Bundle, PlainInputField, ZObject } from 'zapier-platform-core';
import { ApiError } from '@textloom/shared/client';
import { describeError, halted } from './errors.ts';
import { isEmpty } from './templates.ts';

type Fields = readonly PlainInputField[];

/** Halts a run whose visitor, or a bot, left one of these fields of a form empty. */
export function haltIfEmptied(
  z: ZObject,
  { inputData = {}, inputDataRaw = {} }: Partial<Bundle>,
  fields: Fields,
  typed: readonly string[],
): void {
  const isEmptied = (key: string) => isEmpty(inputData[key]) && !isEmpty(inputDataRaw[key]);
  const emptied = fields.find(({ key }) => typed.includes(key) && isEmptied(key));
  if (emptied)
    throw halted(
      z,
      `${emptied.label} has no value in this run. Check what is mapped to the field, unless a person left it empty.`,
    );
}

const mistyped = {
  remedy: 'Check what is mapped to the field, unless a person mistyped the value.',
};

/** Halts a run if one of these fields is invalid, because no error of a visitor may turn the Zap off. */
export const rethrowMistyped =
  (z: ZObject, fields: Fields, typed: readonly string[]) =>
  (error: unknown): never => {
    const isTyped = error instanceof ApiError && typed.includes(error.field ?? '');
    throw isTyped ? halted(z, describeError(error, fields, mistyped)) : error;
  };
