import { defineTrigger, type Bundle } from 'zapier-platform-core';
import type { Client, Page } from '@textloom/shared/client';
import { withClient } from '../connection/withClient.ts';

interface DropdownPlan<T> {
  readonly key: string;
  readonly noun: string;
  readonly label: string;
  /** Follows "Triggers when a dropdown asks for". */
  readonly asksFor: string;
  readonly page: (
    client: Client,
    query: { readonly limit: number; readonly cursor: string | undefined },
  ) => Promise<Page<T>>;
  /** Returns the option for an item, or undefined if users cannot choose it. */
  readonly toOption: (
    item: T,
    bundle: Bundle,
  ) => { readonly id: string; readonly label: string } | undefined;
}

/** Fills a dropdown, page after page. The trigger is hidden because nobody starts a Zap with it. */
export function dropdown<T>({ key, noun, label, asksFor, page, toOption }: DropdownPlan<T>) {
  /** Returns the options of the next page that has any, because Zapier stops at an empty one. */
  async function nextOptions(client: Client, bundle: Bundle, start: string | undefined) {
    let cursor = start;
    for (;;) {
      const { data, next_cursor } = await page(client, { limit: 100, cursor });
      const options = data.flatMap((item) => toOption(item, bundle) ?? []);
      if (options.length > 0 || next_cursor === null) return { options, next_cursor };
      cursor = next_cursor;
    }
  }
  return defineTrigger({
    key,
    noun,
    display: {
      label,
      description: `Triggers when a dropdown asks for ${asksFor}.`,
      hidden: true,
    },
    operation: {
      type: 'polling',
      canPaginate: true,
      perform: withClient(async (client, bundle, z) => {
        const { meta } = bundle;
        // A Zap has one cursor for all its dropdowns, and several may be open.
        const formatMark = (number: number) => `${key} ${number} `;
        const kept = meta.page > 0 ? await z.cursor.get() : undefined;
        const isOurs = kept?.startsWith(formatMark(meta.page));
        let cursor = isOurs ? kept!.slice(formatMark(meta.page).length) : undefined;
        if (cursor === '') return [];
        for (let number = isOurs ? meta.page : 0; ; number++) {
          const { options, next_cursor } = await nextOptions(client, bundle, cursor);
          if (number === meta.page) {
            await z.cursor.set(formatMark(number + 1) + (next_cursor ?? ''));
            return options;
          }
          if (next_cursor === null) return [];
          cursor = next_cursor;
        }
      }),
    },
  });
}
