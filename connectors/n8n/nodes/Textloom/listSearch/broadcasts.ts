import type { Broadcast } from '@textloom/shared/contract';
import { createOptionsLoader, createSearch } from '../../../lib/fields/search.ts';

const broadcasts = {
	list: (client, asked) => client.broadcast.list(asked),
	toItem: ({ id, name, status }) => ({ name: `${name} (${status})`, value: id }),
} satisfies Parameters<typeof createSearch<Broadcast>>[0];

export const searchBroadcasts = createSearch<Broadcast>(broadcasts);
export const getBroadcasts = createOptionsLoader<Broadcast>(broadcasts);
