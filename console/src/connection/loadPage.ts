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
    load().then(
      (page) => {
        sessionStorage.removeItem(reloadedKey);
        return page;
      },
      (cause: unknown) => {
        throw new PageLoadError('The page could not be loaded', { cause });
      },
    ),
  );

const reloadedKey = 'textloom.reloaded';

/** Returns whether a reload did not help. Otherwise, reloading again would not end. */
export const wasReloaded = (): boolean => sessionStorage.getItem(reloadedKey) !== null;

/** Loads the console again, because the browser keeps the failure of a page. */
export function reload(): void {
  sessionStorage.setItem(reloadedKey, 'yes');
  location.reload();
}
