import type { Broadcast } from '@textloom/shared/contract';
import { optionsOf, searchOf } from '../../../lib/fields/search.ts';

const broadcasts = {
	list: (client, asked) => client.broadcast.list(asked),
	itemOf: ({ id, name, status }) => ({ name: `${name} (${status})`, value: id }),
} satisfies Parameters<typeof searchOf<Broadcast>>[0];

export const searchBroadcasts = searchOf<Broadcast>(broadcasts);
export const getBroadcasts = optionsOf<Broadcast>(broadcasts);
