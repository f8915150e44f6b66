import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { effectWithoutValue, isDecisive } from '@textloom/shared/connector/decisiveFields';
import { contract, isObject, type Schema } from '@textloom/shared/contract';
import type { Action, Field } from '../operations/actions.ts';
import { effectsWithoutValue } from './effectsWithoutValue.ts';
import { findAction } from './findAction.ts';
import { hasEmptyExpression } from '../fields/hasEmptyExpression.ts';
import { planMerging } from './mergeFields.ts';
import type { Read } from './reader.ts';
import { createFieldError } from './createFieldError.ts';
import { flawOfRecipient } from './toolRecipient.ts';
import { isSimplifiable, type Shape } from '../operations/output.ts';
import { fileParameters, largestPage } from '../operations/properties.ts';
import { objectGroup } from '../fields/fields.ts';
import { insertsObject } from '../fields/insertsObject.ts';
import { isShown } from '../fields/isShown.ts';
import { InvalidValue } from '../fields/invalidValue.ts';
import { requireWholeEntries, toApiValue } from '../fields/values.ts';

/** The request of one item. */
export interface Request {
	readonly action: Action;
	readonly input: Record<string, unknown>;
	/** The idempotency key that the user's field asks for. If absent, the attempts choose one. */
	readonly key?: string;
	/** The maximum number of results to get. */
	readonly limit: number;
	/** The fields of an object to return. */
	readonly shape: Shape;
	/** The field that a binary file fills. `readFile` reads it, which takes time. */
	readonly file: { readonly field: Field; readonly binaryField: string } | undefined;
}

/** A request, the reason why there is no request, or nothing if the item is finished. */
export type Prepared = Request | Error | undefined;

/** Reads the parameters of an item, and throws if the API would not accept them. */
export function readRequest(
	context: IExecuteFunctions,
	read: Read,
	actions: readonly Action[],
	item: number,
): Request {
	const action = findAction(context, read, actions, item);
	const all =
		action.returns === 'one' ||
		(action.returns === 'paginated' &&
			checked(context, returnAll, read('returnAll', item), item) === true);
	const file = readFileField(read, action, item);
	const fields = action.fields.filter(({ name }) => name !== file?.field.name);
	const input = planMerging(context, action, readInput(context, read, { ...action, fields }, item));
	requireContent(context, action, input, item);
	return {
		action: file ? { ...action, fields: [...fields, file.field] } : action,
		input,
		limit: all ? Infinity : readLimit(context, read, action, item),
		shape: isSimplifiable(action.result) ? readShape(read, item) : 'raw',
		file,
	};
}

/** Describes a parameter of the node itself. */
const own = (name: string, displayName: string, schema: Schema, required: boolean): Field => ({
	name,
	schema,
	required,
	isTopLevel: true,
	isFile: false,
	isCondition: false,
	isRecipient: false,
	property: { displayName, name, type: 'string', default: '' },
});
const returnAll = own('returnAll', 'Return All', { type: 'boolean' }, false);

function readLimit(
	context: IExecuteFunctions,
	read: Read,
	{ returns }: Action,
	item: number,
): number {
	const maximum = returns === 'limited' ? largestPage : Infinity;
	const limit = own('limit', 'Limit', { type: 'integer', minimum: 1, maximum }, true);
	return Number(checked(context, limit, read('limit', item), item));
}

function readFileField(read: Read, { fields }: Action, item: number): Request['file'] {
	const field = fields.find(({ isFile }) => isFile);
	const { isBinary, binaryField, binaryLabel } = fileParameters;
	if (!field || read(isBinary, item, true) !== true) return undefined;
	// Errors name the parameter that the editor shows.
	const shown = { ...field, property: { ...field.property, displayName: binaryLabel } };
	return { field: shown, binaryField: String(read(binaryField, item, 'data')) };
}

/** An AI tool has 'Output' instead of 'Simplify'. */
function readShape(read: Read, item: number): Shape {
	const output = read('output', item, '');
	const names = output === 'fields' ? (read('fields', item, []) as string[]) : [];
	if (names.length > 0) return names;
	return output === 'raw' || read('simplify', item, true) !== true ? 'raw' : 'simple';
}

/** Reads the binary file of a request into its input. */
export async function readFile(
	context: IExecuteFunctions,
	request: Request,
	item: number,
): Promise<Request> {
	if (!request.file) return request;
	const { field, binaryField } = request.file;
	context.helpers.assertBinaryData(item, binaryField);
	const bytes = await context.helpers.getBinaryDataBuffer(item, binaryField);
	const content = bytes.toString('utf8');
	// A workbook contains the byte 0. Bytes in another encoding would become replacement characters.
	const isText = !bytes.includes(0);
	if (!isText || !Buffer.from(content, 'utf8').equals(bytes)) {
		const what = isText ? 'is not a text file in UTF-8' : 'is not a text file';
		const remedy = "Save the sheet as 'CSV UTF-8', and use that file.";
		throw createFieldError(context, field, new InvalidValue(what, remedy), item);
	}
	const text = checked(context, field, content, item);
	return { ...request, input: { ...request.input, [field.name]: text } };
}

function readInput(
	context: IExecuteFunctions,
	read: Read,
	{ fields, collection, operation: { method } }: Action,
	item: number,
) {
	const { parameters } = context.getNode();
	const stored = (parameters[collection.name] ?? {}) as IDataObject;
	const optional = fields.some(({ isTopLevel }) => !isTopLevel)
		? (read(collection.name, item, {}) as IDataObject)
		: {};
	const shown = fields.filter(
		({ isTopLevel, property }) =>
			!isTopLevel || isShown(property, fields, (name) => read(name, item, '')),
	);
	const values = shown.map((field) => {
		const { name } = field.property;
		const parameter = field.isTopLevel ? read(name, item, '') : optional[name];
		const written = field.isTopLevel ? parameters[name] : stored[name];
		const flaw = field.isRecipient && flawOfRecipient(context, written);
		if (flaw) throw createFieldError(context, field, flaw, item);
		const effect = effectOfEmpty(field, method, written);
		if (effect && hasEmptyExpression(written, parameter))
			throw createFieldError(context, field, withoutValue(field, effect), item);
		// Without a filter, the search would find everything, and a broadcast would go to more contacts.
		const isFilter =
			(method === 'GET' || field.isCondition) && !field.isTopLevel && name in optional;
		const value = checked(context, field, parameter, item, isFilter);
		if (insertsObject(written, value)) throw createFieldError(context, field, withObject(), item);
		const isEmptied = value === undefined && method === 'PATCH' && isEmptyList(written, parameter);
		return [field.name, isEmptied ? [] : value] as const;
	});
	return Object.fromEntries(values.filter(([, value]) => value !== undefined));
}

/** Throws if an item has no content, such as a text or media, so that the others are not sent. */
function requireContent(
	context: IExecuteFunctions,
	{ operation, fields }: Action,
	input: Request['input'],
	item: number,
): void {
	const contents = fields.filter(({ name }) => operation.input.atLeastOne?.includes(name));
	const [field, ...others] = contents;
	if (!field || contents.some(({ name }) => input[name] !== undefined)) return;
	const labels = others.map(({ property }) => `'${property.displayName}'`).join(' or ');
	const remedy = `Fill it in, check its expression, or add ${labels}.`;
	throw createFieldError(context, field, new InvalidValue('is empty', remedy), item);
}

/** Only an expression empties a list on purpose: a field that somebody has just added is empty, too. */
const isEmptyList = (written: unknown, parameter: unknown): boolean =>
	typeof written === 'string' &&
	written.startsWith('=') &&
	Array.isArray(parameter) &&
	parameter.length === 0;

/** Returns what an expression without a value would change, unless it only omits a detail. */
function effectOfEmpty(field: Field, method: string, written: unknown): string | undefined {
	if (field.isCondition) return 'more contacts would match';
	// An agent leaves a field empty on purpose.
	const isOfAgent = /\$fromai/i.test(JSON.stringify(written ?? ''));
	if (isOfAgent) return undefined;
	if (method === 'GET')
		return isRequired(field) ? undefined : 'the search could find something else';
	const effect = effectsWithoutValue.get(field.schema);
	if (effect !== undefined) return effect;
	if (method !== 'POST') return undefined;
	if (field.schema === contract.contact.upsert.input.properties.status)
		return 'a new contact would be subscribed';
	return isDecisive(field.name) ? effectWithoutValue[field.name] : undefined;
}

const withObject = () =>
	new InvalidValue(
		'contains an object',
		'Choose one of its fields, as in {{ $json.customer.name }}.',
	);

const withoutValue = ({ isTopLevel }: Field, effect: string) =>
	new InvalidValue(
		'has an expression without a value',
		`Check the expression${isTopLevel ? '' : ', or remove the field'}. Without a value, ${effect}.`,
	);

function checked(
	context: IExecuteFunctions,
	field: Field,
	parameter: unknown,
	item: number,
	isFilter = false,
): unknown {
	try {
		if (field.isCondition) requireWholeEntries(parameter);
		const value = toApiValue(field.schema, parameter, context.getTimezone());
		if (value !== undefined) return value;
		if (!isRequired(field) && !isFilter && !isAdded(parameter)) return undefined;
		throw new InvalidValue('is empty', describeRemedy(field));
	} catch (error) {
		if (!(error instanceof InvalidValue)) throw error;
		throw createFieldError(context, field, error, item);
	}
}

/** A group that the user added must say something, such as which contacts get a broadcast. */
const isAdded = (parameter: unknown): boolean =>
	typeof parameter === 'object' && parameter !== null && objectGroup in parameter;

/** A field that some choices hide is required only while it is shown. */
const isRequired = ({ required, property }: Field): boolean =>
	required || property.required === true;

/** Says how to fill in a field that is empty. A group has no expression, and its fields are hidden. */
function describeRemedy(field: Field): string {
	const { schema, property } = field;
	if (isObject(schema)) return `Choose '${property.placeholder}', and fill in its fields.`;
	return isRequired(field)
		? 'Fill it in, or check its expression.'
		: 'Fill it in, check its expression, or remove the field.';
}
