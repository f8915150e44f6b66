import { invalidField, type Client } from '@textloom/shared/client';
import { isListId } from '@textloom/shared/connector/isListId';
import { noneIfInvalid } from './errors.ts';

/**
 * Replaces the names of lists in these fields of an input by their IDs, because a sheet contains names.
 * Throws the error of a field whose name belongs to no list, or to several.
 */
export async function resolveLists<T extends object>(
  client: Client,
  input: T,
  ...names: readonly (keyof T & string)[]
): Promise<T> {
  const resolved: Record<string, unknown> = {};
  for (const name of names) {
    const value = input[name];
    const ids = await Promise.all(
      [value]
        .flat()
        .map(async (one) => (typeof one === 'string' ? findId(client, name, one) : one)),
    );
    // A list may be there by its name and by its ID.
    resolved[name] = Array.isArray(value) ? [...new Set(ids)] : ids[0];
  }
  return { ...input, ...resolved };
}

async function findId(client: Client, field: string, written: string): Promise<string> {
  if (isListId(written)) return written;
  const found = await client.list.list({ name: written }).catch(noneIfInvalid);
  const [list, ...others] = found?.data ?? [];
  if (!list) throw invalidField(field, 'is not the ID or the name of a list');
  if (others.length > 0)
    throw invalidField(field, 'is the name of several lists, which differ only in case');
  return list.id;
}
