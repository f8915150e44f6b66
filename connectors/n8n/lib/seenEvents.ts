/** What has happened once, the latest last; a set keeps the order in which its members were added. */
const happened = new Set<string>();
const most = 10_000;

/**
 * True the first time that it is asked about a key, for all nodes in this process.
 *
 * Other processes that take webhooks do not know of it, nor does n8n offer a webhook what they
 * share: it throws away what a webhook writes into static data whenever the webhook starts an
 * execution, and its own deduplication is for nodes that are executed.
 */
export function isFirst(key: string): boolean {
	if (happened.has(key)) return false;
	happened.add(key);
	const [oldest] = happened;
	if (happened.size > most) happened.delete(oldest!);
	return true;
}

/** Takes it back, so that the next time counts as the first. */
export const takeBack = (key: string): void => void happened.delete(key);
