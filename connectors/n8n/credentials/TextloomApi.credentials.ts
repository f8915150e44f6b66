import type {
	IAuthenticateGeneric,
	Icon,
	ICredentialTestRequest,
	ICredentialType,
	INodeProperties,
} from 'n8n-workflow';
import {
	accountSchema,
	authentication,
	basePath,
	contract,
	wireName,
} from '@textloom/shared/contract';
import { privateHost } from '../lib/connection/withScheme.ts';

/** Matches the host of a URL, whose scheme can be missing. Expressions of n8n have no `URL`. */
const hostOfUrl = String.raw`/^\s*(?:https?:\/\/|(?!.*:\/\/))(?:[^\/\\?#]*@)?(\[[^\]]*\]|[^:\/\\?#,\s]+)/i`;

const notHere = `No Textloom service found at this base URL. Check the URL, and that it ends with ${basePath}.`;
const refusal = (value: number, message: string) => ({
	type: 'responseCode' as const,
	properties: { value, message },
});

export class TextloomApi implements ICredentialType {
	name = 'textloomApi';

	displayName = 'Textloom API';

	icon: Icon = { light: 'file:../icons/textloom.svg', dark: 'file:../icons/textloom.dark.svg' };

	documentationUrl = 'https://github.com/textloom/textloom/tree/main/connectors/n8n#credentials';

	properties: INodeProperties[] = [
		{
			displayName: 'Base URL',
			name: 'baseUrl',
			type: 'string',
			required: true,
			default: `http://127.0.0.1:4010${basePath}`,
			placeholder: `e.g. https://sms.example.com${basePath}`,
			description:
				'URL of your Textloom service with the API version. The service must be running, and n8n must be able to reach it. If n8n runs in a container, 127.0.0.1 refers to that container: use host.docker.internal, or the name of the container of the service.',
		},
		{
			displayName: 'API Key',
			name: 'apiKey',
			type: 'string',
			typeOptions: { password: true },
			required: true,
			default: '',
			description:
				'A key with the scope send. Create it in the console of the service, under API keys. Only a key with the scope admin can change the account, numbers and registrations, redeliver events, and unblock prefixes.',
		},
		// n8n reads these two names: with this credential, an HTTP Request node reaches only the service.
		{
			displayName: 'Allowed HTTP Request Domains',
			name: 'allowedHttpRequestDomains',
			type: 'hidden',
			default: 'domains',
		},
		{
			displayName: 'Allowed Domains',
			name: 'allowedDomains',
			type: 'hidden',
			// An empty list would hide what is wrong with the base URL.
			default: `={{ ($self["baseUrl"].match(${hostOfUrl}) || [])[1] || "base-url.invalid" }}`,
		},
	];

	authenticate: IAuthenticateGeneric = {
		type: 'generic',
		properties: {
			headers: { [authentication.header]: `=${authentication.prefix}{{$credentials.apiKey}}` },
		},
	};

	test: ICredentialTestRequest = {
		request: {
			method: contract.account.get.method,
			// Like `withScheme`, because n8n shows the code of a URL that it cannot read.
			baseURL: `={{ ($credentials.baseUrl.includes("://") ? "" : /${privateHost}/i.test($credentials.baseUrl.trim()) ? "http://" : "https://") + $credentials.baseUrl.trim() }}`,
			url: contract.account.get.path,
			disableFollowRedirect: true,
		},
		// n8n applies all of these rules, but its type allows only one kind in a list.
		rules: [
			refusal(401, 'The service refuses this API key. It may be incomplete, expired or revoked.'),
			refusal(403, 'The server at this base URL refuses n8n. Check the URL and its firewall.'),
			refusal(404, notHere),
			{
				type: 'responseSuccessBody',
				properties: {
					key: wireName(accountSchema, 'id'),
					value: undefined,
					message: notHere,
				},
			},
		] as ICredentialTestRequest['rules'],
	};
}
