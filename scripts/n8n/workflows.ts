import type { N8n } from './start.ts';
import type { Credential, Workflow } from './types.ts';
import { poll } from '../poll.ts';

const limitMs = 180_000;

interface Publication {
  status: 'in_progress' | 'not_published' | 'published' | 'partial' | 'failed';
  triggers: { nodeId: string; status: string; errorMessage: string | null }[];
}

/** Publishes a workflow and waits until its triggers are live at their providers. */
export async function publishWorkflow(n8n: N8n, id: string): Promise<void> {
  const { versionId } = await n8n.api<{ versionId: string }>('GET', `/rest/workflows/${id}`);
  await n8n.api('POST', `/rest/workflows/${id}/activate`, { versionId });
  await waitForPublication(n8n, id);
}

/** Waits for the registration of triggers. n8n reports "active" before it registers them. */
async function waitForPublication(n8n: N8n, id: string): Promise<void> {
  const { status, triggers } = await settled(n8n, id);
  if (status === 'published') return;
  const messages = triggers.flatMap(({ errorMessage }) => errorMessage ?? []);
  throw new Error(messages.join('\n') || `Workflow ${id} is ${status.replace('_', ' ')}.`);
}

/** Deactivates a workflow and waits until its triggers are gone. */
export async function deactivate(n8n: N8n, id: string): Promise<void> {
  await n8n.api('POST', `/rest/workflows/${id}/deactivate`, {});
  const { status } = await settled(n8n, id);
  if (status !== 'not_published') throw new Error(`Workflow ${id} is still ${status}.`);
}

export const publicationStatus = (n8n: N8n, id: string): Promise<Publication> =>
  n8n.api('GET', `/rest/workflows/${id}/publication-status`);

async function settled(n8n: N8n, id: string): Promise<Publication> {
  return poll(
    limitMs,
    async () => {
      const current = await publicationStatus(n8n, id);
      return current.status === 'in_progress' ? undefined : current;
    },
    () => `Workflow ${id} was neither published nor unpublished within ${limitMs / 1000} seconds.`,
  );
}

/** Returns a workflow with this credential selected in each Textloom node. */
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

/** Returns the test result that the editor shows after saving this credential. */
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
