import { useQueryClient } from '@tanstack/react-query';
import type { contract, Input, Output } from '@textloom/shared/contract';
import { useRef, useState } from 'react';
import { useClient } from '../api/api.ts';
import { splitCsv, rowAt, type CsvPart, type CsvRow } from '../csv.ts';

type ImportInput = Input<typeof contract.contact.import>;
type Refusal = Output<typeof contract.contact.import>['refused'][number];

export interface RefusedRow extends Refusal {
  readonly id: string;
  /** The row as written in the file. */
  readonly row: CsvRow | undefined;
}

export interface Import {
  readonly state: 'running' | 'stopped' | 'failed' | 'done';
  /** The number of rows that the service has processed. `rows` counts all of them. */
  readonly processed: number;
  readonly rows: number;
  readonly created: number;
  readonly updated: number;
  readonly refused: readonly RefusedRow[];
  readonly error?: unknown;
}

/** The size is small enough to show progress, and to fit into a request in any alphabet. */
const partSize = { rows: 500, characters: 200_000 };

/**
 * Imports a file part by part. It continues from an error, and a row that is sent twice counts
 * once.
 */
export function useImport() {
  const client = useClient();
  const cache = useQueryClient();
  const [current, setCurrent] = useState<Import>();
  const rest = useRef<{ parts: readonly CsvPart[]; input: Omit<ImportInput, 'csv'> }>(undefined);
  const stop = useRef(new AbortController());

  const resume = async (from: Import) => {
    let progress: Import = { ...from, state: 'running', error: undefined };
    stop.current = new AbortController();
    const { signal } = stop.current;
    const update = (next: Partial<Import>) => {
      progress = { ...progress, ...next };
      setCurrent(progress);
    };
    update({});
    const { input } = rest.current!;
    try {
      for (const part of rest.current!.parts) {
        const response = await client.contact.import({ ...input, csv: part.csv });
        rest.current = { input, parts: rest.current!.parts.slice(1) };
        update({
          processed: progress.processed + part.rows.length,
          created: progress.created + response.created,
          updated: progress.updated + response.updated,
          refused: [
            ...progress.refused,
            ...response.refused.map((refusal) => withRow(refusal, part)),
          ],
        });
        if (signal.aborted) break;
      }
      update({ state: rest.current!.parts.length > 0 ? 'stopped' : 'done' });
    } catch (error) {
      update({ state: 'failed', error });
    } finally {
      for (const resource of ['contact', 'list'])
        void cache.invalidateQueries({ queryKey: [resource] });
    }
  };

  return {
    current,
    start: (csv: string, input: Omit<ImportInput, 'csv'>) => {
      const parts = splitCsv(csv, partSize);
      rest.current = { parts, input };
      const rows = parts.reduce((sum, part) => sum + part.rows.length, 0);
      void resume({ state: 'running', processed: 0, rows, created: 0, updated: 0, refused: [] });
    },
    resume: () => void resume(current!),
    stop: () => {
      stop.current.abort();
    },
    reset: () => setCurrent(undefined),
  };
}

function withRow(refusal: Refusal, part: CsvPart): RefusedRow {
  const row = rowAt(part, refusal.line);
  const line = row?.line ?? refusal.line;
  return { ...refusal, line, row, id: `${line} ${refusal.column ?? ''} ${refusal.code}` };
}
