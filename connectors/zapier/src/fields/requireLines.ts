import { invalidField } from '@textloom/shared/client';
import type { Bundle } from 'zapier-platform-core';

/**
 * Throws the error of a field if its value is not line items.
 *
 * @param lines the lines that the step could read
 * @param labels the fields to map in each line
 */
export function requireLines(
  { inputData }: Bundle,
  name: string,
  lines: readonly unknown[],
  labels: string,
): void {
  const given: readonly unknown[] = [inputData[name]].flat();
  if (lines.length > 0 && given.every((line) => typeof line === 'object')) return;
  throw invalidField(
    name,
    `must be line items. Map ${labels} of each line from a step that returns line items`,
  );
}
