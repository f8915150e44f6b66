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

/** A Zap has one cursor for all its dropdowns, and several may be open. */
interface Place {
  readonly key: string;
  readonly number: number;
  /** Is null after the last page. */
  readonly cursor: string | null;
}

/** Fills a dropdown, page after page. The trigger is hidden because nobody starts a Zap with it. */
export function dropdown<T>({ key, noun, label, asksFor, page, toOption }: DropdownPlan<T>) {
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
        const wanted = readPageNumber(bundle.meta);
        const kept = wanted > 0 ? parsePlace(await z.cursor.get()) : undefined;
        const isOurs = kept?.key === key && kept.number === wanted;
        let cursor = isOurs ? kept.cursor : undefined;
        let number = isOurs ? wanted : 0;
        while (cursor !== null) {
          const { data, next_cursor } = await page(client, { limit: 100, cursor });
          const options = data.flatMap((item) => toOption(item, bundle) ?? []);
          if (options.length > 0 && number === wanted) {
            const next: Place = { key, number: wanted + 1, cursor: next_cursor };
            await z.cursor.set(JSON.stringify(next));
            return options;
          }
          // Zapier stops at an empty page, so only pages with options count.
          if (options.length > 0) number++;
          cursor = next_cursor;
        }
        return [];
      }),
    },
  });
}

/** Zapier's type promises a number, but the page can be absent or a text. */
const readPageNumber = ({ page }: { readonly page?: unknown }): number => Number(page ?? 0) || 0;

/** Returns the place where a dropdown continues, or undefined if Zapier kept nothing that says it. */
function parsePlace(kept: string | null | undefined): Place | undefined {
  try {
    return JSON.parse(kept ?? 'null') as Place;
  } catch {
    return undefined;
  }
}
