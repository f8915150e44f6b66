import {
	isResourceLocatorValue,
	tryToParseDateTime,
	type INodeParameterResourceLocator,
} from 'n8n-workflow';
import {
	isMap,
	isObject,
	isUnion,
	type ObjectSchema,
	type Schema,
	type StringSchema,
} from '@textloom/shared/contract';
import { camelCase, entriesGroup, mayBeEmpty, objectGroup } from './fields.ts';

/** Says what is wrong with a value of the user, such as "'Text' " and `what`, and what to do. */
export class InvalidValue extends Error {
	override readonly name = 'InvalidValue';
	readonly remedy: string;
	constructor(what: string, remedy: string) {
		super(what);
		this.remedy = remedy;
	}
}

/** Converts the value of an n8n parameter for the API. Returns undefined if the parameter is empty. */
export function toApiValue(schema: Schema, parameter: unknown, timezone: string): unknown {
	const raw = isResourceLocatorValue(parameter) ? readChosen(parameter) : parameter;
	if (raw === null && schema.nullable) return null;
	if (raw === undefined || raw === null || raw === '') return undefined;
	if (isUnion(schema)) return raw;
	if (isMap(schema)) return toMap(schema.values, raw, timezone);
	if (isObject(schema)) return toObject(schema, raw, timezone);
	switch (schema.type) {
		case 'string':
			return schema.format === 'date-time' ? toTime(raw, timezone) : toText(schema, raw);
		case 'boolean':
			return raw === true || raw === 'true';
		case 'array': {
			// An expression may return a whole list where the editor expects one value.
			const list = [isObject(schema.items) ? toRows(raw) : raw]
				.flat(2)
				.map((one: unknown) => toApiValue(schema.items, one, timezone))
				.filter((one) => one !== undefined);
			return list.length === 0 ? undefined : list;
		}
		case 'integer':
		case 'number':
			return checkNumber(Number(raw), schema.minimum, schema.maximum);
	}
}

/** A phone number identifies an object as stored: with its country code and without formatting. */
const readChosen = ({ mode, value }: INodeParameterResourceLocator): unknown =>
	mode === 'phone' && typeof value === 'string' ? value.replace(/[^+\d]/g, '') : value;

function toText(schema: StringSchema, raw: unknown): string | undefined {
	if (typeof raw !== 'string' && typeof raw !== 'number' && typeof raw !== 'boolean') {
		throw new InvalidValue(
			'is not text',
			'Check the expression. It must return one text or number.',
		);
	}
	const text = schema.multiline ? String(raw) : String(raw).trim();
	if (text.trim() === '') return undefined;
	const { maxLength = Infinity, pattern, enum: values } = schema;
	if (text.length > maxLength) {
		throw new InvalidValue(
			`is longer than ${maxLength} characters`,
			`It has ${text.length} characters. Shorten it, or split it.`,
		);
	}
	if (values && !values.includes(text)) {
		throw new InvalidValue('is not one of the options', `Use one of: ${values.join(', ')}.`);
	}
	if (pattern !== undefined && !new RegExp(pattern, 'u').test(text)) {
		throw new InvalidValue(
			'has the wrong format',
			`Write it like ${schema.examples?.[0] as string}.`,
		);
	}
	return text;
}

/** With any other format, n8n would confuse day and month, or use the time zone of its server. */
const isoTime = /^\d{4}-\d\d-\d\d([T ]\d\d:\d\d(:\d\d([.,]\d+)?)?)?$/;
const zonedTime = /\d:\d\d(:\d\d([.,]\d+)?)?\s*(Z|(GMT|UTC)?[+-]\d\d:?\d\d|GMT|UTC)(\s*\(.*\))?$/i;

/** Reads a time without a zone in the time zone of the workflow, as everywhere in n8n. */
function toTime(raw: unknown, timezone: string): string {
	try {
		const written = typeof raw === 'string' ? raw.trim() : undefined;
		if (written !== undefined && !isoTime.test(written) && !zonedTime.test(written))
			throw new Error();
		return tryToParseDateTime(raw, timezone).toJSDate().toISOString();
	} catch {
		throw new InvalidValue(
			'is not a date and time',
			"Write it like 2026-01-31 09:30, or convert it with DateTime.fromFormat($json.time, 'MM/dd/yyyy HH:mm').",
		);
	}
}

function checkNumber(value: number, minimum = -Infinity, maximum = Infinity): number {
	if (Number.isNaN(value)) {
		throw new InvalidValue('is not a number', 'Check the expression. It must return a number.');
	}
	if (value < minimum || value > maximum) {
		throw new InvalidValue('is out of range', `Use a number from ${minimum} to ${maximum}.`);
	}
	return value;
}

interface Entries {
	readonly [entriesGroup]?: readonly { readonly name?: unknown; readonly value?: unknown }[];
}

function toMap(values: StringSchema, raw: object, timezone: string): object | undefined {
	const entries = (raw as Entries)[entriesGroup] ?? [];
	const pairs = entries
		.filter(({ name }) => name !== undefined && name !== '')
		.map(({ name, value }) => [String(name), toApiValue(values, value, timezone) ?? '']);
	return pairs.length === 0 ? undefined : (Object.fromEntries(pairs) as object);
}

type Group = Readonly<Record<string, unknown>>;

function toObject(schema: ObjectSchema, raw: object, timezone: string): object | undefined {
	const given = (raw as { [objectGroup]?: Group })[objectGroup];
	if (given === undefined) return undefined;
	const { properties, required = [] } = schema;
	const values = Object.entries(properties).map(
		([name, one]) => [name, toApiValue(one, given[camelCase(name)], timezone)] as const,
	);
	const isGiven = values.some(([, value]) => value !== undefined);
	if (!isGiven && required.every((name) => properties[name]?.nullable)) return undefined;
	const entries = values.map(([name, value]) => {
		const isLeftEmpty = value === undefined && required.includes(name);
		return [name, isLeftEmpty ? emptyValue(properties[name]!) : value] as const;
	});
	return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

/** Returns what the API gets for a required field of a group that is left empty, if it can be empty. */
const emptyValue = (schema: Schema): [] | null | undefined => {
	if (mayBeEmpty(schema)) return [];
	return schema.nullable ? null : undefined;
};

/** Returns the groups of a field that holds several, each like the value of a field with one group. */
const toRows = (raw: unknown): { [objectGroup]: Group }[] =>
	[(raw as { [objectGroup]?: Group | Group[] })[objectGroup] ?? []]
		.flat()
		.map((row) => ({ [objectGroup]: row }));
