import { describe, expect, it } from '@jest/globals';
import type { Bundle } from 'zapier-platform-core';
import { numberSchema, sampleOf } from '@textloom/shared/contract';
import { senderList } from '../../connectors/zapier/src/triggers/senderList.ts';
import { runStep } from './runStep.ts';

type Method = (z: object, bundle: Bundle) => unknown;

/** Opens the dropdown of senders with these pages of numbers, each of which is active or not. */
function openDropdown(pages: readonly (readonly boolean[])[]) {
  let cursor: string | undefined;
  const z = {
    cursor: {
      get: () => cursor,
      set: (value: string) => {
        cursor = value;
      },
    },
  };
  const { perform } = senderList.operation as { perform: Method };
  const step = {
    operation: {
      perform: (platform: object, bundle: Bundle) => perform({ ...platform, ...z }, bundle),
    },
  };
  const createNumber = (page: number, at: number, isActive: boolean) => ({
    ...sampleOf(numberSchema),
    number: `${page}.${at}`,
    status: isActive ? 'active' : 'suspended',
  });
  return {
    forget: () => {
      cursor = undefined;
    },
    keep: (value: string) => {
      cursor = value;
    },
    read: async (page: unknown) => {
      const { result, asked } = await runStep(
        step,
        { meta: { page } as unknown as Bundle['meta'] },
        (what) => {
          const at = Number(/cursor=(\d+)/.exec(what)?.[1] ?? 0);
          const next_cursor = at + 1 < pages.length ? String(at + 1) : null;
          const data = pages[at]!.map((isActive, i) => createNumber(at, i, isActive));
          return { status: 200, body: { data, has_more: next_cursor !== null, next_cursor } };
        },
      );
      return { numbers: (result as { number: string }[]).map(({ number }) => number), asked };
    },
  };
}

describe('the dropdown of senders', () => {
  const pages = [[false, false], [false], [true, false, true], [false], [true]];

  it('skips pages without an active number, so that it does not look empty', async () => {
    const { read } = openDropdown(pages);
    expect((await read(0)).numbers).toEqual(['2.0', '2.2']);
    expect(await read(1)).toMatchObject({ numbers: ['4.0'], asked: { length: 2 } });
    expect(await read(2)).toMatchObject({ numbers: [], asked: { length: 0 } });
  });

  it('finds its place again if Zapier has forgotten it', async () => {
    const { read, forget } = openDropdown(pages);
    forget();
    expect((await read(1)).numbers).toEqual(['4.0']);
    forget();
    expect((await read(2)).numbers).toEqual([]);
  });

  it.each([undefined, null, '0', ''])('shows the first options for the page %j', async (page) => {
    expect((await openDropdown(pages).read(page)).numbers).toEqual(['2.0', '2.2']);
  });

  it('starts again after a place that it cannot read', async () => {
    const { read, keep } = openDropdown(pages);
    keep('sender_list 1 3');
    expect((await read('1')).numbers).toEqual(['4.0']);
  });

  it('is empty if no number is active', async () => {
    expect((await openDropdown([[false], [false]]).read(0)).numbers).toEqual([]);
  });
});
