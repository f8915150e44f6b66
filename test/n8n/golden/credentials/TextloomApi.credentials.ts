import type {
	IAuthenticateGeneric,
	Icon,
	ICredentialTestRequest,
	ICredentialType,
	INodeProperties,
} from 'n8n-workflow';

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
			default: 'http://127.0.0.1:4010/v1',
			placeholder: 'e.g. https://sms.example.com/v1',
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
			default:
				'={{ ($self["baseUrl"].match(/^\\s*(?:https?:\\/\\/|(?!.*:\\/\\/))(?:[^\\/\\\\?#]*@)?(\\[[^\\]]*\\]|[^:\\/\\\\?#,\\s]+)/i) || [])[1] || "base-url.invalid" }}',
		},
	];

	authenticate: IAuthenticateGeneric = {
		type: 'generic',
		properties: { headers: { Authorization: '=Bearer {{$credentials.apiKey}}' } },
	};

	test: ICredentialTestRequest = {
		request: {
			method: 'GET',
			baseURL:
				'={{ ($credentials.baseUrl.includes("://") ? "" : /^(?:[^.:\\/\\[\\s]+|[^:\\/\\s]+\\.(?:local|internal)|(?:127|10)(?:\\.\\d+){3}|192\\.168(?:\\.\\d+){2}|172\\.(?:1[6-9]|2\\d|3[01])(?:\\.\\d+){2}|\\[(?:::1|f[cd][^\\]]*)\\])(?=[:\\/]|$)/i.test($credentials.baseUrl.trim()) ? "http://" : "https://") + $credentials.baseUrl.trim() }}',
			url: '/account',
			disableFollowRedirect: true,
		},
		rules: [
			{
				type: 'responseCode',
				properties: {
					value: 401,
					message: 'The service refuses this API key. It may be incomplete, expired or revoked.',
				},
			},
			{
				type: 'responseCode',
				properties: {
					value: 403,
					message: 'The server at this base URL refuses n8n. Check the URL and its firewall.',
				},
			},
			{
				type: 'responseCode',
				properties: {
					value: 404,
					message:
						'No Textloom service found at this base URL. Check the URL, and that it ends with /v1.',
				},
			},
			{
				type: 'responseSuccessBody',
				properties: {
					key: 'id',
					value: undefined,
					message:
						'No Textloom service found at this base URL. Check the URL, and that it ends with /v1.',
				},
			},
		],
	} as ICredentialTestRequest;
}
