import { contract } from '@textloom/shared/contract';
import { linkTo, type PageProps } from '../route.ts';
import { Allowed } from '../session/Allowed.tsx';
import { EditWebhook, NewWebhook } from './WebhookForm.tsx';
import { WebhookPage } from './WebhookPage.tsx';
import { Webhooks } from './Webhooks.tsx';

const back = { label: 'Webhooks', href: linkTo('webhooks') };

export default function WebhooksPage({ route: { id, query } }: PageProps) {
  if (id === undefined) return <Webhooks />;
  if (id === 'new')
    return (
      <Allowed operation={contract.webhook.create} title="New webhook" back={back}>
        <NewWebhook />
      </Allowed>
    );
  if (query.edit === undefined) return <WebhookPage key={id} id={id} />;
  return (
    <Allowed operation={contract.webhook.update} title="Edit webhook" back={back}>
      <EditWebhook key={`${id} edit`} id={id} />
    </Allowed>
  );
}
