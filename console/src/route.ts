/** Routes are URL fragments, so that any server of static files can serve the console. */
export interface Route {
  readonly page: string;
  /** The ID of an object, or a word such as `new`. */
  readonly id: string | undefined;
  readonly query: Query;
}
export type Query = Readonly<Record<string, string>>;

export interface PageProps {
  readonly route: Route;
}

export function parseFragment(fragment: string): Route {
  const [, page = '', id, query] = /^#\/([a-z]+)(?:\/([\w+]+))?(?:\?(.*))?$/.exec(fragment) ?? [];
  return { page, id, query: Object.fromEntries(new URLSearchParams(query)) };
}

/** Returns the link to a page, without empty fields in the query. */
export function linkTo(
  page: string,
  id?: string,
  query: Readonly<Record<string, string | undefined>> = {},
): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== '');
  const search = new URLSearchParams(given as [string, string][]).toString();
  return `#/${page}${id === undefined ? '' : `/${id}`}${search && `?${search}`}`;
}

/** Returns the handset in the URL, if there is one. */
export const handsetNumber = ({ id }: Route): string | undefined =>
  id !== undefined && /^\+\d{3,15}$/.test(id) ? id : undefined;
