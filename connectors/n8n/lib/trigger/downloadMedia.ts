import type {
	IBinaryKeyData,
	IN8nHttpFullResponse,
	INodeProperties,
	IWebhookFunctions,
} from 'n8n-workflow';
import type { Event } from '@textloom/shared/contract';

/** All files of a message together, so that n8n responds before the service delivers again. */
const timeoutMs = 10_000;

export const downloadProperty: INodeProperties = {
	displayName: 'Download Media',
	name: 'downloadMedia',
	type: 'boolean',
	default: false,
	displayOptions: { show: { event: ['messageReceived'] } },
	description:
		'Whether to download the pictures and other files of an MMS as binary data: <code>media_0</code>, <code>media_1</code>, and so on',
};

/**
 * Downloads the media of an incoming message. A file that cannot be downloaded in time is left out.
 * The item still contains its link.
 */
export async function downloadMedia(
	context: IWebhookFunctions,
	event: Event,
): Promise<IBinaryKeyData | undefined> {
	if (event.type !== 'message.received') return undefined;
	if (context.getNodeParameter('downloadMedia', false) !== true) return undefined;
	const abortSignal = AbortSignal.timeout(timeoutMs);
	const files = await Promise.all(
		event.data.media.map(async ({ url }, index) => {
			try {
				const { body, headers } = (await context.helpers.httpRequest({
					url,
					encoding: 'arraybuffer',
					returnFullResponse: true,
					timeout: timeoutMs,
					abortSignal,
				})) as IN8nHttpFullResponse;
				const [type, disposition = ''] = ['content-type', 'content-disposition'].map(
					(name) => headers[name] as string | undefined,
				);
				const [, name] = /filename="([^"]+)"/.exec(disposition) ?? [];
				const content = Buffer.from(body as unknown as ArrayBuffer);
				const file = await context.helpers.prepareBinaryData(content, name, type);
				return [[`media_${index}`, file] as const];
			} catch (error) {
				context.logger.warn('A file of an MMS could not be downloaded', {
					reason: error instanceof Error ? error.name : 'unknown',
				});
				return [];
			}
		}),
	);
	return Object.fromEntries(files.flat());
}
