import { useQueryClient } from '@tanstack/react-query';
import type { contract, Input, Output } from '@textloom/shared/contract';
import { createContext, use, useEffect, useRef, useState, type ReactNode } from 'react';
import { useAccount } from '../account.ts';
import { useClient } from '../api/api.ts';
import { randomKey } from '../api/randomKey.ts';
import { scanCsv, splitCsv, rowAt, type CsvPart, type CsvRow } from '../csv.ts';
import { forgetDraft, readDraft, writeDraft } from '../session/drafts.ts';

type ImportInput = Omit<Input<typeof contract.contact.import>, 'csv'>;
type Report = Output<typeof contract.contact.import>;
type Refusal = Report['refused'][number];

export interface RefusedRow extends Refusal {
  readonly id: string;
  /** The row as written in the file. */
  readonly row: CsvRow | undefined;
}

export interface Import {
  readonly file: TextFile;
  readonly state: 'running' | 'stopped' | 'failed' | 'done';
  /** The number of rows that the service has processed. `rows` counts all of them. */
  readonly processed: number;
  readonly rows: number;
  readonly created: number;
  readonly updated: number;
  readonly refused: readonly RefusedRow[];
  /** The fields that the service took the columns for, which its first response says. */
  readonly columns: Report['columns'];
  readonly error?: unknown;
}

/** How far an import came that ended with its page. It has no data of contacts. */
export interface CutImport {
  readonly name: string;
  readonly processed: number;
  readonly rows: number;
}

interface TextFile {
  readonly name: string;
  readonly content: string;
}

interface ImportRun {
  readonly current: Import | undefined;
  /** The import that a reload or an expired key ended, until the next one starts. */
  readonly cut: CutImport | undefined;
  /** Starts, or returns why the file is not CSV: then no part of it is imported. */
  readonly start: (file: TextFile, input: ImportInput) => string | undefined;
  readonly resume: () => void;
  readonly stop: () => void;
  readonly reset: () => void;
}

/** A part keeps its key, so the service counts it only once if it gets it again. */
interface Part extends CsvPart {
  readonly idempotencyKey: string;
}

/** The size is small enough to show progress, and to fit into a request in any alphabet. */
const partSize = { rows: 500, characters: 50_000 };

const ImportContext = createContext<ImportRun | undefined>(undefined);

export function useImport(): ImportRun {
  const run = use(ImportContext);
  if (!run) throw new Error('useImport must be used inside an ImportProvider');
  return run;
}

/**
 * Imports a file part by part, also while the user reads other pages. It keeps the rejected rows
 * until the next import, and continues from an error.
 */
export function ImportProvider({ children }: { children: ReactNode }) {
  const client = useClient();
  const cache = useQueryClient();
  const account = useAccount().id;
  const [current, setCurrent] = useState<Import>();
  const [cut, setCut] = useState(() => readDraft(account, draft) as CutImport | undefined);
  const rest = useRef<{ parts: readonly Part[]; input: ImportInput }>(undefined);
  const stop = useRef(new AbortController());
  // After the user signs out, nobody sees the rest of the import, and nothing stays in the tab.
  const isOpen = useRef(true);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
      stop.current.abort();
    };
  }, []);
  const isRunning = current?.state === 'running';
  useEffect(() => {
    if (!isRunning) return undefined;
    const warn = (event: Event) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => {
      window.removeEventListener('beforeunload', warn);
    };
  }, [isRunning]);

  const resume = async (from: Import) => {
    let progress: Import = { ...from, state: 'running', error: undefined };
    stop.current = new AbortController();
    const { signal } = stop.current;
    const update = (next: Partial<Import>) => {
      progress = { ...progress, ...next };
      setCurrent(progress);
      if (!isOpen.current) return;
      const { file, processed, rows, state } = progress;
      if (state === 'done') forgetDraft(account, draft);
      else writeDraft(account, draft, { name: file.name, processed, rows } satisfies CutImport);
    };
    update({});
    const { input } = rest.current!;
    try {
      for (const part of rest.current!.parts) {
        const { csv, idempotencyKey } = part;
        const response = await client.contact.import({ ...input, csv }, { idempotencyKey });
        rest.current = { input, parts: rest.current!.parts.slice(1) };
        update({
          processed: progress.processed + part.rows.length,
          created: progress.created + response.created,
          updated: progress.updated + response.updated,
          columns: response.columns,
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

  const run: ImportRun = {
    current,
    cut,
    start: (file, input) => {
      const scanned = scanCsv(file.content);
      if (scanned.problem !== undefined) return scanned.problem;
      const parts = splitCsv(file.content, partSize, scanned);
      rest.current = { input, parts: parts.map(withKey) };
      setCut(undefined);
      const rows = parts.reduce((sum, part) => sum + part.rows.length, 0);
      const counts = { processed: 0, rows, created: 0, updated: 0 };
      void resume({ file, state: 'running', ...counts, refused: [], columns: [] });
      return undefined;
    },
    resume: () => void resume(current!),
    stop: () => {
      stop.current.abort();
    },
    reset: () => {
      if (current) forgetDraft(account, draft);
      setCurrent(undefined);
    },
  };
  return <ImportContext value={run}>{children}</ImportContext>;
}

const draft = 'import';

const withKey = (part: CsvPart): Part => ({ ...part, idempotencyKey: randomKey() });

function withRow(refusal: Refusal, part: CsvPart): RefusedRow {
  const row = rowAt(part, refusal.line);
  const line = row?.line ?? refusal.line;
  return { ...refusal, line, row, id: `${line} ${refusal.column ?? ''} ${refusal.code}` };
}
