import { useQuery } from '@tanstack/react-query';
import { contract } from '@textloom/shared/contract';
import { useMay } from '../account.ts';
import { useClient } from '../api/api.ts';
import { linkTo } from '../route.ts';
import { isUnknown } from './isUnknown.ts';
import { useWebhooks } from './useAttention.ts';

export interface FirstStep {
  readonly title: string;
  readonly detail: string;
  readonly href: string;
  /** Undefined until the service has answered. */
  readonly isDone: boolean | undefined;
  /** Whether an error hides whether the step is done. */
  readonly isUnknown: boolean;
}

/** Returns what a new account does first, and which of it is done. */
export function useSteps(isShown: boolean): FirstStep[] {
  const client = useClient();
  const mayListKeys = useMay()(contract.key.list);
  const options = { enabled: isShown, refetchInterval: 30_000 } as const;
  const sent = useQuery({
    ...options,
    queryKey: ['message', 'first'],
    queryFn: ({ signal }) => client.message.list({ direction: 'outbound', limit: 1 }, { signal }),
    select: ({ data }) => data.length > 0,
  });
  const contacts = useQuery({
    ...options,
    queryKey: ['contact', 'first'],
    queryFn: ({ signal }) => client.contact.list({ limit: 1 }, { signal }),
    select: ({ data }) => data.length > 0,
  });
  const keys = useQuery({
    ...options,
    enabled: isShown && mayListKeys,
    queryKey: ['key', 'first'],
    queryFn: ({ signal }) => client.key.list({ limit: 100 }, { signal }),
    select: ({ data }) =>
      data.some(({ current, last_used_at }) => !current && last_used_at !== null),
  });
  const webhooks = useWebhooks();
  return [
    {
      title: 'Send a first text',
      detail: 'Write to a simulated handset, or to your own phone if a carrier is set up.',
      href: linkTo('messages', 'new'),
      isDone: sent.data,
      isUnknown: isUnknown(sent),
    },
    {
      title: 'Import your contacts',
      detail: 'Upload a CSV file with a column of phone numbers.',
      href: linkTo('contacts', 'import'),
      isDone: contacts.data,
      isUnknown: isUnknown(contacts),
    },
    ...(mayListKeys
      ? [
          {
            title: 'Connect n8n, Zapier or an agent',
            detail:
              'Create a key for it, and use the key there. This step is done after its first request.',
            href: linkTo('keys'),
            isDone: keys.data,
            isUnknown: isUnknown(keys),
          },
        ]
      : []),
    {
      title: 'Add a webhook',
      detail:
        'Get an event for each reply and each delivery. n8n and Zapier add theirs themselves.',
      href: linkTo('webhooks', 'new'),
      isDone: webhooks.data && webhooks.data.data.length > 0,
      isUnknown: isUnknown(webhooks),
    },
  ];
}
