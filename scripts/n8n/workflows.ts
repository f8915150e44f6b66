import type { N8n } from './start.ts';
import type { Credential, Workflow } from './types.ts';
import { until } from './until.ts';

export interface Publication {
  status: 'in_progress' | 'not_published' | 'published' | 'partial' | 'failed';
  triggers: { nodeId: string; status: string; errorMessage: string | null }[];
}

/** Publishes a workflow and waits until its triggers are live at their providers. */
export async function publishWorkflow(n8n: N8n, id: string): Promise<void> {
  const { versionId } = await n8n.api<{ versionId: string }>('GET', `/rest/workflows/${id}`);
  await n8n.api('POST', `/rest/workflows/${id}/activate`, { versionId });
  await waitForPublication(n8n, id);
}

/** n8n says "active" at once and registers triggers afterwards: only this tells how that went. */
export async function waitForPublication(n8n: N8n, id: string, limit = 60_000): Promise<void> {
  const { status, triggers } = await settled(n8n, id, limit);
  if (status === 'published') return;
  const said = triggers.flatMap(({ errorMessage }) => errorMessage ?? []);
  throw new Error(said.join('\n') || `Workflow ${id} is ${status.replace('_', ' ')}.`);
}

/** Takes a workflow down and waits until its triggers are gone. */
export async function deactivate(n8n: N8n, id: string, limit = 60_000): Promise<void> {
  await n8n.api('POST', `/rest/workflows/${id}/deactivate`, {});
  const { status } = await settled(n8n, id, limit);
  if (status !== 'not_published') throw new Error(`Workflow ${id} is still ${status}.`);
}

export const publicationStatus = (n8n: N8n, id: string): Promise<Publication> =>
  n8n.api('GET', `/rest/workflows/${id}/publication-status`);

async function settled(n8n: N8n, id: string, limit: number): Promise<Publication> {
  return until(
    limit,
    async () => {
      const current = await publicationStatus(n8n, id);
      return current.status === 'in_progress' ? undefined : current;
    },
    () => `Workflow ${id} was neither up nor down after ${limit / 1000} seconds.`,
  );
}

/** The workflow with an account of Textloom chosen in each of its nodes, as a person does in the editor. */
export const withCredential = (
  workflow: Workflow,
  { id, name, type }: Omit<Credential, 'data'>,
): Workflow => ({
  ...workflow,
  nodes: workflow.nodes.map((node) =>
    node.type.startsWith('n8n-nodes-textloom.')
      ? { ...node, credentials: { [type]: { id, name } } }
      : node,
  ),
});

export const readWorkflow = (n8n: N8n, id: string): Promise<Workflow> =>
  n8n.api('GET', `/rest/workflows/${id}`);

/** What the editor shows when somebody saves this credential. */
export async function testCredential(
  n8n: N8n,
  credential: string | Credential,
): Promise<{ status: 'OK' | 'Error'; message: string }> {
  const credentials =
    typeof credential === 'string'
      ? await n8n.api<Credential>('GET', `/rest/credentials/${credential}?includeData=true`)
      : credential;
  const { id, name, type, data } = credentials;
  return n8n.api('POST', '/rest/credentials/test', { credentials: { id, name, type, data } });
}
