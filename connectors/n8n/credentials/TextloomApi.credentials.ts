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
				'Address of your Textloom service with the API version. n8n must be able to reach it. If n8n runs in a container, 127.0.0.1 refers to that container.',
		},
		{
			displayName: 'API Key',
			name: 'apiKey',
			type: 'string',
			typeOptions: { password: true },
			required: true,
			default: '',
			description: 'The key that the service printed when it first started, or that you set',
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
			baseURL: '={{$credentials.baseUrl.trim()}}',
			url: contract.account.get.path,
			disableFollowRedirect: true,
		},
		rules: [
			{
				type: 'responseSuccessBody',
				properties: {
					key: wireName(accountSchema, 'id'),
					value: undefined,
					message: 'No Textloom service found at this base URL',
				},
			},
		],
	};
}
