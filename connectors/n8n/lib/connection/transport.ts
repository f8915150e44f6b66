import type {
	IExecuteFunctions,
	IHookFunctions,
	IHttpRequestOptions,
	ILoadOptionsFunctions,
	IN8nHttpFullResponse,
	IWebhookFunctions,
} from 'n8n-workflow';
import type { HttpResponse, Transport } from '@textloom/shared/client';
import { authentication } from '@textloom/shared/contract';
import { withScheme } from './withScheme.ts';

export const credentialName = 'textloomApi';
export type RequestContext =
	IExecuteFunctions | IHookFunctions | ILoadOptionsFunctions | IWebhookFunctions;

export interface Credential {
	readonly baseUrl: string;
	readonly apiKey: string;
}

/** Sends requests through n8n, so that its credentials, proxy and TLS settings apply. */
export async function n8nTransport(context: RequestContext): Promise<Transport> {
	const { baseUrl } = await context.getCredentials<Credential>(credentialName);
	return createTransport(baseUrl, (options) =>
		context.helpers.httpRequestWithAuthentication.call(context, credentialName, options),
	);
}

/**
 * Sends requests with a credential that the node read earlier. After a webhook has returned, n8n
 * evaluates no expressions for it, and so applies no credential.
 */
export const lateTransport = (
	{ helpers }: RequestContext,
	{ baseUrl, apiKey }: Credential,
): Transport =>
	createTransport(baseUrl, (options) =>
		helpers.httpRequest({
			...options,
			headers: {
				...options.headers,
				[authentication.header]: authentication.prefix + apiKey,
			},
		}),
	);

const createTransport =
	(baseUrl: string, send: (options: IHttpRequestOptions) => Promise<unknown>): Transport =>
	async ({ path, body, signal, ...request }): Promise<HttpResponse> => {
		const response = (await send({
			...request,
			url: withScheme(baseUrl.trim()).replace(/\/+$/, '') + path,
			timeout: 30_000,
			returnFullResponse: true,
			ignoreHttpStatusErrors: true, // otherwise n8n repeats every request that gets a 401
			disableFollowRedirect: true,
			sendCredentialsOnCrossOriginRedirect: false,
			...(signal && { abortSignal: signal }),
			...(body && { body: JSON.stringify(body) }), // an object would lose a key "constructor"
		})) as IN8nHttpFullResponse;
		const { statusCode: status, headers } = response;
		return { status, headers: headers as HttpResponse['headers'], body: response.body };
	};
