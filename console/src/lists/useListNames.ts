import { useListOptions } from './useListOptions.ts';

/** Returns a function that names lists by their IDs. */
export function useListNames(): (ids: readonly string[]) => string {
  const lists = useListOptions();
  const findName = (id: string) => lists.find(({ value }) => value === id)?.label ?? id;
  return (ids) => ids.map(findName).join(', ');
}
