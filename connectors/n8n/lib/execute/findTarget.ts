import { isText } from './isText.ts';
import type { Prepared } from './request.ts';

/**
 * Returns what a request changes, or undefined if it changes nothing. Requests for the same target must
 * reach the service in the order of the items: of two texts to a person, the first item goes out first,
 * and of two updates of a contact, the last item counts. A request that names no target, such as an
 * import, concerns the whole account, which can run one import at a time. All texts share a target,
 * because only the service knows whether two spellings are the same number.
 */
export function findTarget(request: Prepared): string | undefined {
	if (request === undefined || request instanceof Error) return undefined;
	if (request.action.operation.method === 'GET') return undefined;
	if (isText(request)) return 'texts';
	const { id, contact_id, phone, to } = request.input;
	return JSON.stringify([id, contact_id, phone, to]);
}
