import {
	NodeOperationError,
	type IExecuteFunctions,
	type IHookFunctions,
	type IHttpRequestOptions,
	type ILoadOptionsFunctions,
	type IN8nHttpFullResponse,
	type IWebhookFunctions,
} from 'n8n-workflow';
import type { HttpResponse, Transport } from '@textloom/shared/client';
import { isBlank } from '@textloom/shared/connector/isBlank';
import { authentication } from '@textloom/shared/contract';
import { withScheme } from './withScheme.ts';

export const credentialName = 'textloomApi';
export type RequestContext =
	IExecuteFunctions | IHookFunctions | ILoadOptionsFunctions | IWebhookFunctions;

export interface Credential {
	readonly baseUrl: string;
	readonly apiKey: string;
}

/** Reads the credential of the node. Its fields can contain expressions, which may have no value. */
export async function readCredential(context: RequestContext): Promise<Credential> {
	const credential = await context.getCredentials<Credential>(credentialName);
	for (const [name, label] of labels) {
		if (!isBlank(credential[name])) continue;
		const sentence = `'${label}' is empty in the 'Textloom API' credential`;
		const description = 'Fill it in, or check its expression.';
		throw new NodeOperationError(context.getNode(), sentence, { description });
	}
	return credential;
}

const labels = [
	['baseUrl', 'Base URL'],
	['apiKey', 'API Key'],
] as const;

/** Sends requests through n8n, so that its credentials, proxy and TLS settings apply. */
export async function n8nTransport(context: RequestContext): Promise<Transport> {
	const { baseUrl } = await readCredential(context);
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
