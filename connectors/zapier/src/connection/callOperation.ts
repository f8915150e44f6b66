import type { PlainInputField } from 'zapier-platform-core';
import type { Client } from '@textloom/shared/client';
import type { Infer, ObjectSchema } from '@textloom/shared/contract';
import { readInputData } from '../fields/readInputData.ts';
import { toOutput } from '../fields/toOutput.ts';
import { inAction } from './requireValues.ts';
import { withClient } from './withClient.ts';

/** Creates an action that calls one operation with the values of its form, and returns the result. */
export const callOperation = <const S extends ObjectSchema>(
  { input, output }: { readonly input: S; readonly output: ObjectSchema },
  fields: readonly PlainInputField[],
  call: (client: Client, input: Infer<S>) => Promise<object>,
  effect = inAction,
) =>
  withClient(
    async (client, bundle) => toOutput(output, await call(client, readInputData(input, bundle))),
    fields,
    effect,
  );
