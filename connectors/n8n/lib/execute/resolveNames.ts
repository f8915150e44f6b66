import type { IExecuteFunctions } from 'n8n-workflow';
import type { Client } from '@textloom/shared/client';
import { isListId } from '@textloom/shared/connector/isListId';
import { contract } from '@textloom/shared/contract';
import { toNodeError } from '../connection/errors.ts';
import { InvalidValue } from '../fields/invalidValue.ts';
import { createFieldError } from './createFieldError.ts';
import type { Prepared, Request } from './request.ts';

type Resolve = (request: Prepared, item: number) => Promise<Prepared>;

/**
 * Creates the step of a run that replaces the names of lists by their IDs, and the phone number of a
 * conversation by the ID of the conversation. A run asks once for each.
 */
export function createNameResolver(context: IExecuteFunctions, client: Client): Resolve {
	const known = new Map<string, Promise<readonly string[]>>();
	const findOnce = async (
		what: string,
		find: () => Promise<{ data: readonly { id: string }[] }>,
	) => {
		const found = known.get(what) ?? find().then(({ data }) => data.map(({ id }) => id));
		known.set(what, found);
		return found;
	};
	/** Leaves an unknown name to the service, which refuses it, except in a search. */
	const findList = async (written: string, isSearch: boolean): Promise<string | InvalidValue> => {
		if (isListId(written)) return written;
		const ids = await findOnce(`list ${written}`, () => client.list.list({ name: written }));
		if (ids.length > 1) return severalLists;
		return ids[0] ?? (isSearch ? noList : written);
	};
	const findConversation = async (phone: string): Promise<string | InvalidValue> => {
		if (!phoneNumber.test(phone)) return phone;
		const ids = await findOnce(`conversation ${phone}`, () =>
			client.conversation.list({ phone, limit: 2 }),
		);
		if (ids.length > 1) return several;
		return ids[0] ?? none;
	};

	return async (request, item) => {
		if (request === undefined || request instanceof Error) return request;
		const { fields, operation } = request.action;
		const resolved: Record<string, unknown> = {};
		const requireFound = (name: string, id: string | InvalidValue): string => {
			if (!(id instanceof InvalidValue)) return id;
			throw createFieldError(
				context,
				fields.find((one) => one.name === name)!,
				id,
				item,
			);
		};
		const resolveList = async (name: string, value: unknown) =>
			requireFound(
				name,
				await findList(String(value), operation.method === 'GET' && name !== 'id'),
			);
		try {
			for (const [name, value] of Object.entries(request.input)) {
				if (isListField(request, name))
					resolved[name] = Array.isArray(value)
						? await Promise.all(value.map((one) => resolveList(name, one)))
						: await resolveList(name, value);
				if (isConversation(request, name))
					resolved[name] = requireFound(name, await findConversation(String(value)));
			}
		} catch (error) {
			const place = { fields, itemIndex: item };
			const nodeError = toNodeError(context.getNode(), error, place);
			if (!context.continueOnFail()) throw nodeError;
			return nodeError;
		}
		return { ...request, input: { ...request.input, ...resolved } };
	};
}

const phoneNumber = /^\+?\d+$/;
const several = new InvalidValue(
	'has conversations with several of your numbers',
	"Choose one with 'From List' or 'By ID'.",
);
const none = new InvalidValue(
	'has no conversation with this phone number',
	"Check the number. To start a conversation, use the operation 'Open'.",
);

const noList = new InvalidValue(
	'is not the name of a list',
	'Check the name, or choose the list in the editor.',
);

const severalLists = new InvalidValue(
	'is the name of several lists, which differ only in case',
	'Enter the name exactly as it is, or choose the list in the editor.',
);

const listFields = ['list_id', 'list_ids', 'exclude_list_ids', 'lists'];

const isListField = ({ action: { operation } }: Request, name: string): boolean =>
	listFields.includes(name) || (name === 'id' && operation.path.startsWith(contract.list.get.path));

const isConversation = ({ action: { operation } }: Request, name: string): boolean =>
	name === 'id' && operation.path.startsWith(contract.conversation.get.path);
