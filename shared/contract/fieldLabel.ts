import type { Schema } from './schema.ts';

/** Turns `opted_out` and `OPTED_OUT` into `Opted Out`. */
export const titleCase = (name: string): string =>
  (name === name.toUpperCase() ? name.toLowerCase() : name)
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');

/** Returns the label of a field: its title, or its name in Title Case. */
export const fieldLabel = (name: string, { title }: Schema): string => title ?? titleCase(name);
