import { unflatten } from './flatted.ts';
import type { N8n } from './start.ts';
import type { Execution, ExecutionSummary, Item, NodeFailure, NodeRun } from './types.ts';
import { poll } from '../poll.ts';
import { readWorkflow } from './workflows.ts';

interface RunResult {
  resultData: {
    error?: NodeFailure;
    runData?: Record<
      string,
      {
        executionStatus?: string;
        executionTime: number;
        error?: NodeFailure;
        data?: { main?: (Item[] | null)[] };
      }[]
    >;
  };
}

const runningStatuses = ['new', 'running', 'unknown'];

/**
 * Runs a workflow as "Execute workflow" in the editor does, and returns its result. Also returns if
 * the execution is `waiting`, which the caller must end.
 */
export async function executeWorkflow(n8n: N8n, id: string, limit = 180_000): Promise<Execution> {
  const { nodes } = await readWorkflow(n8n, id);
  const trigger = nodes.find(({ type }) => /\.(manual|schedule)Trigger$/.test(type));
  if (!trigger) throw new Error(`Workflow ${id} has no trigger for a manual start.`);
  const { executionId } = await n8n.api<{ executionId: string }>(
    'POST',
    `/rest/workflows/${id}/run`,
    { triggerToStartFrom: { name: trigger.name } },
  );
  return settled(n8n, executionId, runningStatuses, limit);
}

/** Waits until an execution is complete, even if it is `waiting` in between. */
export const waitForExecution = (n8n: N8n, id: string, limit = 180_000): Promise<Execution> =>
  settled(n8n, id, [...runningStatuses, 'waiting'], limit);

async function settled(n8n: N8n, id: string, unsettled: string[], limit: number) {
  return poll(
    limit,
    async () => {
      const current = await readExecution(n8n, id);
      return unsettled.includes(current.status) ? undefined : current;
    },
    () => `Execution ${id} did not finish within ${limit / 1000} seconds.`,
  );
}

/** Returns the latest executions of a workflow, newest first. */
export async function executions(n8n: N8n, workflowId: string): Promise<ExecutionSummary[]> {
  const filter = encodeURIComponent(JSON.stringify({ workflowId }));
  const { results } = await n8n.api<{ results: ExecutionSummary[] }>(
    'GET',
    `/rest/executions?limit=100&filter=${filter}`,
  );
  return results.map(summary);
}

export async function readExecution(n8n: N8n, id: string): Promise<Execution> {
  const stored = await n8n.api<ExecutionSummary & { data: string }>(
    'GET',
    `/rest/executions/${id}`,
  );
  const result = unflatten(stored.data) as RunResult | undefined;
  const { runData = {}, error } = result?.resultData ?? {};
  const nodes = Object.entries(runData).map(([name, runs]): [string, NodeRun[]] => [
    name,
    runs.map(({ executionStatus, executionTime, error, data }) => ({
      status: executionStatus ?? 'unknown',
      milliseconds: executionTime,
      outputs: (data?.main ?? []).map((items) => items ?? []),
      ...(error ? { error } : {}),
    })),
  ]);
  return { ...summary(stored), ...(error ? { error } : {}), nodes: Object.fromEntries(nodes) };
}

const summary = ({ id, status, mode, startedAt, stoppedAt }: ExecutionSummary) => ({
  id,
  status,
  mode,
  startedAt,
  stoppedAt,
});
