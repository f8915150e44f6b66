import type { PageProps } from '../pages.ts';
import { EditWebhook, NewWebhook } from './WebhookForm.tsx';
import { WebhookPage } from './WebhookPage.tsx';
import { Webhooks } from './Webhooks.tsx';

export default function WebhooksPage({ route: { id, query } }: PageProps) {
  if (id === undefined) return <Webhooks />;
  if (id === 'new') return <NewWebhook />;
  return query.edit === undefined ? (
    <WebhookPage key={id} id={id} />
  ) : (
    <EditWebhook key={`${id} edit`} id={id} />
  );
}
