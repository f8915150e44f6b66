import type {
	IExecuteFunctions,
	IHookFunctions,
	ILoadOptionsFunctions,
	IN8nHttpFullResponse,
	IWebhookFunctions,
} from 'n8n-workflow';
import type { HttpResponse, Transport } from '@textloom/shared/client';

export const credentialName = 'textloomApi';
export type RequestContext =
	IExecuteFunctions | IHookFunctions | ILoadOptionsFunctions | IWebhookFunctions;

/** Completes an address that was copied without its scheme. */
const withScheme = (url: string): string => (url.includes('://') ? url : `https://${url}`);

/** Sends requests through n8n, so that its credentials, proxy and TLS settings apply. */
export async function n8nTransport(context: RequestContext): Promise<Transport> {
	const { baseUrl } = await context.getCredentials<{ baseUrl: string }>(credentialName);
	return async ({ path, body, signal, ...request }): Promise<HttpResponse> => {
		const answer = (await context.helpers.httpRequestWithAuthentication.call(
			context,
			credentialName,
			{
				...request,
				url: withScheme(baseUrl.trim()).replace(/\/+$/, '') + path,
				timeout: 30_000,
				returnFullResponse: true,
				ignoreHttpStatusErrors: true, // otherwise n8n repeats every request that gets a 401
				disableFollowRedirect: true,
				sendCredentialsOnCrossOriginRedirect: false,
				...(signal && { abortSignal: signal }),
				...(body && { body: JSON.stringify(body) }), // an object would lose a key "constructor"
			},
		)) as IN8nHttpFullResponse;
		const { statusCode: status, headers } = answer;
		return { status, headers: headers as HttpResponse['headers'], body: answer.body };
	};
}
