import { lazy, type ComponentType } from 'react';

/** The code of a page could not be loaded. */
export class PageLoadError extends Error {
  override readonly name = 'PageLoadError';
}

/** Loads the code of a page when the browser first shows the page. */
export const loadPage = <P extends object>(
  load: () => Promise<{ default: ComponentType<P> }>,
): ComponentType<P> =>
  lazy(() =>
    load().catch((cause: unknown) => {
      throw new PageLoadError('The page could not be loaded', { cause });
    }),
  );
