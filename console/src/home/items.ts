import {
  disabledByAccount,
  type ApiKey,
  type Broadcast,
  type Carrier,
  type Conversation,
  type PhoneNumber,
  type Registration,
  type Review,
  type Webhook,
} from '@textloom/shared/contract';
import { stoppedReasons } from '../broadcasts/outcomes.ts';
import { formatDistance } from '../dates.ts';
import { classifyExpiry, needsNewKey } from '../keys/expiry.ts';
import { formatPhoneNumber } from '../phoneNumber.ts';
import { plural } from '../plural.ts';
import { linkTo } from '../route.ts';
import { shortUrl } from '../webhooks/shortUrl.ts';

/** Something that a person must look at. */
export interface Item {
  readonly key: string;
  readonly title: string;
  readonly detail?: string | undefined;
  readonly href: string;
  /** Whether something is broken, or waits for an answer. */
  readonly tone: 'error' | 'warning' | 'info';
}

interface PageOf<T> {
  readonly data: readonly T[];
  readonly has_more: boolean;
}

/** The lists that can need a person. Each is absent until it arrives. */
export interface State {
  readonly reviews?: PageOf<Review> | undefined;
  readonly conversations?: PageOf<Conversation> | undefined;
  readonly webhooks?: readonly Webhook[] | undefined;
  readonly broadcasts?: readonly Broadcast[] | undefined;
  readonly registrations?: readonly Registration[] | undefined;
  readonly numbers?: readonly PhoneNumber[] | undefined;
  readonly carriers?: readonly Carrier[] | undefined;
  /** Only keys that expire soon or expired lately. */
  readonly keys?: readonly ApiKey[] | undefined;
}

/** The most items of one kind. If there are more, the last one says how many. */
const maxPerKind = 3;

/** Returns what needs a person, broken things first. */
export const toItems = (state: State): Item[] => [
  ...shorten(brokenCarriers(state), linkTo('carriers'), 'carrier'),
  ...shorten(endingKeys(state), linkTo('keys'), 'API key'),
  ...shorten(brokenWebhooks(state), linkTo('webhooks'), 'webhook'),
  ...shorten(
    stoppedBroadcasts(state),
    linkTo('broadcasts', undefined, { status: 'stopped' }),
    'stopped broadcast',
  ),
  ...shorten(brokenNumbers(state), linkTo('numbers'), 'number'),
  ...shorten(rejectedRegistrations(state), linkTo('registrations'), 'rejected registration'),
  ...openReviews(state),
  ...unreadConversations(state),
];

const brokenCarriers = ({ carriers = [] }: State): Item[] =>
  carriers
    .filter(({ status }) => status !== 'working')
    .map(({ name, status, errors }) => ({
      key: `carrier ${name}`,
      title:
        status === 'failing' ? `The carrier ${name} is failing` : `The carrier ${name} has stopped`,
      detail:
        errors[0]?.message ??
        (status === 'stopped'
          ? 'No process of the service has reported its state for a minute.'
          : undefined),
      href: linkTo('carriers'),
      tone: 'error',
    }));

const endingKeys = ({ keys = [] }: State): Item[] =>
  keys
    .filter((key) => needsNewKey(key, Date.now()))
    .map((key) => {
      const { id, name, expires_at, replaced_by } = key;
      const hasExpired = classifyExpiry(key, Date.now()) === 'expired';
      return {
        key: id,
        title: `The API key “${name}” ${hasExpired ? 'expired' : 'expires'} ${formatDistance(expires_at!, Date.now())}`,
        detail:
          replaced_by === null
            ? 'Programs use this key. Rotate it, and update them with the new key.'
            : 'Programs still use this key. Update them with the new key.',
        href: linkTo('keys'),
        tone: hasExpired ? 'error' : 'warning',
      };
    });

/** A webhook that the account itself disabled needs nobody. */
const brokenWebhooks = ({ webhooks = [] }: State): Item[] =>
  webhooks
    .filter(({ status, disabled_reason, failing_since }) =>
      status === 'disabled' ? disabled_reason !== disabledByAccount : failing_since !== null,
    )
    .map(({ id, url, status, disabled_reason }) => ({
      key: id,
      title: `${shortUrl(url)} ${status === 'disabled' ? 'no longer gets events' : 'accepts no events'}`,
      detail:
        status === 'disabled'
          ? `The service disabled this webhook: ${disabled_reason ?? 'the reason is unknown'}.`
          : 'The service tries again automatically. Look at the receiver’s responses.',
      href: linkTo('webhooks', id),
      tone: 'error',
    }));

const stoppedBroadcasts = ({ broadcasts = [] }: State): Item[] =>
  broadcasts.map(({ id, name, stopped_reason: reason }) => ({
    key: id,
    title: `The broadcast “${name}” stopped`,
    detail: reason === null ? undefined : stoppedReasons[reason],
    href: linkTo('broadcasts', id),
    tone: 'error',
  }));

const brokenNumbers = ({ numbers = [] }: State): Item[] =>
  numbers
    .filter(({ status }) => status === 'failed' || status === 'suspended')
    .map(({ id, number, status, purchase_error }) => ({
      key: id,
      title: `${formatPhoneNumber(number)} ${status === 'failed' ? 'could not be bought' : 'is suspended'}`,
      detail: purchase_error ?? undefined,
      href: linkTo('numbers'),
      tone: 'error',
    }));

/** A newer registration of the same brand replaces a rejected one. */
const rejectedRegistrations = ({ registrations = [] }: State): Item[] =>
  registrations
    .filter(
      ({ status, brand }, index) =>
        status === 'rejected' &&
        !registrations.slice(0, index).some((newer) => newer.brand.legal_name === brand.legal_name),
    )
    .map(({ id, brand }) => ({
      key: id,
      title: `The registration of ${brand.legal_name} was rejected`,
      detail: 'Correct the fields that the registry lists, and submit it again.',
      href: linkTo('registrations', id),
      tone: 'error',
    }));

const openReviews = ({ reviews }: State): Item[] =>
  reviews && reviews.data.length > 0
    ? [
        {
          key: 'reviews',
          title: `${count(reviews, 'possible opt-out')} to review`,
          detail: 'Until you decide, these people get no broadcasts.',
          href: linkTo('reviews'),
          tone: 'warning',
        },
      ]
    : [];

const unreadConversations = ({ conversations }: State): Item[] =>
  conversations && conversations.data.length > 0
    ? [
        {
          key: 'conversations',
          title: `${count(conversations, 'conversation')} with unread texts`,
          href: linkTo('inbox', undefined, { view: 'unread' }),
          tone: 'info',
        },
      ]
    : [];

const count = ({ data, has_more }: PageOf<unknown>, noun: string): string =>
  has_more ? `More than ${plural(data.length, noun)}` : plural(data.length, noun);

function shorten(items: readonly Item[], href: string, noun: string): Item[] {
  if (items.length <= maxPerKind) return [...items];
  const rest = items.length - maxPerKind + 1;
  return [
    ...items.slice(0, maxPerKind - 1),
    { key: href, title: `${rest.toLocaleString()} more ${noun}s like this`, href, tone: 'error' },
  ];
}
