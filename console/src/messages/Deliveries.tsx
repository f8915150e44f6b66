import { Button } from '@mantine/core';
import type { Delivery, Webhook } from '@textloom/shared/contract';
import { useClient } from '../api/api.ts';
import { usePages } from '../api/queries.ts';
import { linkTo } from '../route.ts';
import { ResponseBody, DeliveryMark } from '../webhooks/ResponseBody.tsx';
import { When } from '../ui/When.tsx';
import classes from './Deliveries.module.css';

interface DeliveriesProps {
  /** ID of the event. */
  event: string;
  /** Absent while they load. */
  webhooks: readonly Webhook[] | undefined;
  /** The refresh interval in milliseconds. */
  pollMs: number;
  /**
   * Redelivers the event to this webhook, or to each that subscribes to it. Absent if the key must
   * not redeliver.
   */
  onRedeliver?: (webhook?: string) => void;
}

/** Shows the attempts to deliver one event to webhooks, newest first. */
export function Deliveries({ event, webhooks, pollMs: every, onRedeliver }: DeliveriesProps) {
  const client = useClient();
  const deliveries = usePages(
    ['event', 'deliveries'],
    client.event.deliveries,
    { id: event },
    { limit: 10, pollMs: every },
  );
  const { rows } = deliveries;
  const findUrl = (id: string) => webhooks?.find((webhook) => webhook.id === id)?.url ?? 'Webhook';
  const isLatest = ({ id, webhook_id }: Delivery) =>
    rows?.find((row) => row.webhook_id === webhook_id)?.id === id;
  return (
    <>
      {rows && rows.length > 0 && (
        <ul className={classes.deliveries} aria-label="Deliveries to webhooks">
          {rows.map((delivery) => (
            <li key={delivery.id} className={classes.delivery}>
              <div className={classes.line}>
                <DeliveryMark delivery={delivery} />
                <a
                  className={classes.url}
                  href={linkTo('webhooks', delivery.webhook_id)}
                  title={findUrl(delivery.webhook_id)}
                >
                  {findUrl(delivery.webhook_id)}
                </a>
                <span className={classes.dim}>
                  {delivery.attempt > 1 && `Attempt ${delivery.attempt} · `}
                  {delivery.duration_ms.toLocaleString()} ms ·{' '}
                  <When exact at={delivery.started_at} />
                </span>
              </div>
              <ResponseBody delivery={delivery} />
              {onRedeliver && isLatest(delivery) && (
                <div className={classes.actions}>
                  <Redeliver onClick={() => onRedeliver(delivery.webhook_id)} />
                </div>
              )}
            </li>
          ))}
        </ul>
      )}
      <div className={classes.actions}>
        {rows?.length === 0 && (
          <>
            <span>There are no deliveries to webhooks.</span>
            {onRedeliver && webhooks?.length !== 0 && <Redeliver onClick={() => onRedeliver()} />}
          </>
        )}
        {deliveries.hasNextPage && (
          <Button
            variant="subtle"
            size="compact-xs"
            onClick={() => void deliveries.fetchNextPage()}
          >
            Show older attempts
          </Button>
        )}
      </div>
    </>
  );
}

const Redeliver = ({ onClick }: { onClick: () => void }) => (
  <Button variant="default" size="compact-xs" onClick={onClick}>
    Redeliver
  </Button>
);
