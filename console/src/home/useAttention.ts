import { useQuery } from '@tanstack/react-query';
import { contract } from '@textloom/shared/contract';
import { useMay } from '../account.ts';
import { hasCode, useClient } from '../api/api.ts';
import { useNumbers } from '../numbers/useNumbers.ts';
import { useUnreadConversations } from '../inbox/useUnreadConversations.ts';
import { soonMs } from '../keys/expiry.ts';
import { useOpenReviews } from '../reviews/useOpenReviews.ts';
import { isUnknown } from './isUnknown.ts';
import { toItems, type Item } from './items.ts';

const pollMs = 30_000;

interface Attention {
  readonly items: readonly Item[];
  /** Whether an answer is still missing. */
  readonly isLoading: boolean;
  /** Whether some answers are missing or old because of errors. */
  readonly isIncomplete: boolean;
}

/** Returns what needs a person. Each list has one request and at most 100 rows. */
export function useAttention(): Attention {
  const found = {
    reviews: useOpenReviews(),
    conversations: useUnreadConversations(),
    webhooks: useWebhooks(),
    broadcasts: useStoppedBroadcasts(),
    registrations: useRegistrations(),
    numbers: useNumbers(pollMs),
    carriers: useCarriers(),
    keys: useEndingKeys(),
  };
  const all = Object.values(found);
  return {
    items: toItems({
      reviews: found.reviews.data,
      conversations: found.conversations.data,
      webhooks: found.webhooks.data?.data,
      broadcasts: found.broadcasts.data?.data,
      registrations: found.registrations.data?.data,
      numbers: found.numbers.data,
      carriers: found.carriers.data?.data,
      keys: found.keys.data?.data,
    }),
    isLoading: all.some(({ isLoading }) => isLoading),
    isIncomplete: all.some(isUnknown),
  };
}

export function useWebhooks() {
  const client = useClient();
  return useQuery({
    queryKey: ['webhook', 'newest'],
    queryFn: ({ signal }) => client.webhook.list({ limit: 100 }, { signal }),
    refetchInterval: pollMs,
  });
}

function useStoppedBroadcasts() {
  const client = useClient();
  return useQuery({
    queryKey: ['broadcast', 'stopped'],
    queryFn: ({ signal }) => client.broadcast.list({ status: 'stopped', limit: 100 }, { signal }),
    refetchInterval: pollMs,
  });
}

function useRegistrations() {
  const client = useClient();
  return useQuery({
    queryKey: ['registration', 'newest'],
    queryFn: ({ signal }) => client.registration.list({ limit: 100 }, { signal }),
    refetchInterval: 2 * pollMs,
  });
}

/** Only an admin key sees the keys. */
function useEndingKeys() {
  const client = useClient();
  const may = useMay()(contract.key.list);
  return useQuery({
    queryKey: ['key', 'ending'],
    queryFn: ({ signal }) => {
      const [expires_after, expires_before] = [-soonMs, soonMs].map((distance) =>
        new Date(Date.now() + distance).toISOString(),
      );
      return client.key.list({ expires_after, expires_before, limit: 100 }, { signal });
    },
    refetchInterval: 2 * pollMs,
    enabled: may,
  });
}

/** Only an admin key of the operator sees the carriers. */
export function useCarriers() {
  const client = useClient();
  const may = useMay()(contract.carrier.list);
  return useQuery({
    queryKey: ['carrier', 'list'],
    queryFn: ({ signal }) => client.carrier.list({}, { signal }),
    refetchInterval: pollMs / 2,
    enabled: ({ state }) => may && !hasCode(state.error, 'operator_only'),
  });
}
