import { useQuery } from '@tanstack/react-query';
import type { Carrier } from '@textloom/shared/contract';
import { explain, hasCode, useApi } from '../api/api.ts';
import { plural } from '../plural.ts';
import { linkTo } from '../route.ts';
import { Mark, StatusMark } from '../ui/Mark.tsx';
import { Section } from '../ui/Section.tsx';
import classes from './Home.module.css';
import { isUnknown } from './isUnknown.ts';
import { useCarriers, useWebhooks } from './useAttention.ts';

const pollMs = 15_000;

/** Shows whether the service, its carriers and the webhooks of the account work. */
export function Health() {
  const api = useApi();
  const service = useQuery({
    queryKey: ['health'],
    queryFn: ({ signal }) => api.health(signal),
    refetchInterval: pollMs,
  });
  const carriers = useCarriers();
  const webhooks = useWebhooks();
  const enabled = webhooks.data?.data.filter(({ status }) => status === 'enabled') ?? [];
  const failing = enabled.filter(({ failing_since }) => failing_since !== null);
  return (
    <Section title="Health">
      <ul className={classes.list}>
        <li className={classes.item}>
          <span>Service</span>
          {service.error ? (
            <Mark tone="error">
              {hasCode(service.error, 'unavailable') ? 'Not working' : 'Not reachable'}
            </Mark>
          ) : service.data ? (
            <Mark tone="success">Working</Mark>
          ) : (
            <Mark tone="neutral">Checking…</Mark>
          )}
          <span className={classes.detail}>
            {service.error
              ? `${explain(service.error).title}.`
              : service.data && `Version ${service.data.version}`}
          </span>
        </li>
        {isUnknown(carriers) ? (
          <Unknown label="Carriers" href={linkTo('carriers')} />
        ) : (
          carriers.data?.data.map((carrier) => (
            <li key={carrier.name} className={classes.item}>
              <a href={linkTo('carriers')}>{nameCarrier(carrier)}</a>
              <StatusMark status={carrier.status} />
              <span className={classes.detail}>{describe(carrier)}</span>
            </li>
          ))
        )}
        {isUnknown(webhooks) && <Unknown label="Webhooks" href={linkTo('webhooks')} />}
        {!isUnknown(webhooks) && enabled.length > 0 && (
          <li className={classes.item}>
            <a href={linkTo('webhooks')}>Webhooks</a>
            <Mark tone={failing.length > 0 ? 'error' : 'success'}>
              {failing.length > 0 ? 'Failing' : 'Working'}
            </Mark>
            <span className={classes.detail}>
              {failing.length > 0
                ? `${plural(failing.length, 'webhook accepts', 'webhooks accept')} no events.`
                : `${plural(enabled.length, 'webhook')}${webhooks.data?.has_more ? ' and more' : ''}`}
            </span>
          </li>
        )}
      </ul>
    </Section>
  );
}

const Unknown = ({ label, href }: { label: string; href: string }) => (
  <li className={classes.item}>
    <a href={href}>{label}</a>
    <Mark tone="neutral">Not known</Mark>
    <span className={classes.detail}>The console tries again automatically.</span>
  </li>
);

/** Somebody new does not know that the carrier "handset" is the one without phones. */
const nameCarrier = ({ type, name }: Carrier): string =>
  type === 'handset' ? 'Simulated carrier' : `Carrier ${name}`;

const describe = ({ sent, delivered, failed }: Carrier): string =>
  sent + delivered + failed === 0
    ? 'No texts in the last five minutes'
    : `${sent.toLocaleString()} sent, ${failed.toLocaleString()} failed in the last five minutes`;
