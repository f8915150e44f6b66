import { isUnion, operations, type ObjectSchema } from '@textloom/shared/contract';
import { answerName } from './declare.ts';
import { typeName } from './names.ts';

/** Returns the module with `paginate`, whose type depends on the list that it walks through. */
export function renderPages(mark: string): string {
  const pages = new Map(
    operations.flatMap(({ resource, name, operation: { output } }) => {
      if (output === undefined || isUnion(output)) return [];
      const item = findItem(output);
      return item ? [[answerName(resource, name, output), item] as const] : [];
    }),
  );
  return `"""Walks through the pages of a list. ${mark}"""

import typing as t

from . import types

if t.TYPE_CHECKING:
    # Type checkers contain this package, and Python does not load it.
    from typing_extensions import ParamSpec

    P = ParamSpec("P")


${[...pages].map(([page, item]) => renderOverload(page, item)).join('\n\n')}

def paginate(
    list_page: t.Callable[..., t.Any], *args: t.Any, **filters: t.Any
) -> t.Iterator[t.Any]:
    """
    Yields every result of a list operation, page by page:
    \`\`paginate(client.messages.list, status="failed")\`\`.
    """
    while True:
        page = list_page(*args, **filters)
        yield from page["data"]
        # A list without pages has no cursor.
        cursor = page.get("next_cursor")
        if cursor is None:
            return
        filters["cursor"] = cursor
`;
}

const renderOverload = (page: string, item: string): string => `@t.overload
def paginate(
    list_page: "t.Callable[P, types.${page}]", *args: "P.args", **filters: "P.kwargs"
) -> t.Iterator[types.${item}]: ...
`;

/** Returns the type of the results of a list, or undefined for another response. */
function findItem({ properties }: ObjectSchema): string | undefined {
  const { data, has_more: _, next_cursor: __, ...others } = properties;
  if (!data || !('items' in data) || Object.keys(others).length > 0) return undefined;
  if (isUnion(data.items)) return 'Event';
  if (data.items.title === undefined) throw new Error('The results of a list have no name');
  return typeName(data.items.title);
}
