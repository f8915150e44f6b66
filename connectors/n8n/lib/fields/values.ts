import {
	isResourceLocatorValue,
	tryToParseDateTime,
	type INodeParameterResourceLocator,
} from 'n8n-workflow';
import { isBlank } from '@textloom/shared/connector/isBlank';
import { isDay } from '@textloom/shared/connector/isDay';
import { findChoice } from '@textloom/shared/connector/labels';
import {
	fieldLabel,
	isMap,
	isObject,
	isUnion,
	plainPhone,
	type NumberSchema,
	type ObjectSchema,
	type Schema,
	type StringSchema,
} from '@textloom/shared/contract';
import { camelCase, entriesGroup, mayBeEmpty, objectGroup } from './fields.ts';
import { InvalidValue } from './invalidValue.ts';

/** Converts a value inside a group, so that an error names its field as well. */
function toValueInside(label: string, ...given: Parameters<typeof toApiValue>): unknown {
	try {
		return toApiValue(...given);
	} catch (error) {
		if (!(error instanceof InvalidValue)) throw error;
		throw new InvalidValue(error.message, error.remedy, [label, ...error.path]);
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
			return toBoolean(raw);
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
			return toNumber(schema, raw);
	}
}

/** A phone number identifies an object without its formatting. */
function readChosen({ mode, value }: INodeParameterResourceLocator): unknown {
	if (mode !== 'phone' || !value) return value;
	const number = plainPhone(String(value));
	if (number !== undefined) return number;
	throw new InvalidValue('is not a phone number', 'Write it like +12025550123.');
}

function toText(schema: StringSchema, raw: unknown): string | undefined {
	if (typeof raw !== 'string' && typeof raw !== 'number' && typeof raw !== 'boolean')
		throw notText(raw);
	const text = schema.multiline ? String(raw) : String(raw).trim();
	if (text.trim() === '') return undefined;
	const { maxLength = Infinity, pattern, patternHint, enum: values } = schema;
	if (text.length > maxLength)
		throw new InvalidValue(
			`is longer than ${maxLength} characters`,
			`It has ${text.length} characters. Shorten it, or split it.`,
		);
	if (values) {
		const chosen = findChoice(schema, text);
		if (chosen !== undefined) return chosen;
		throw new InvalidValue('is not one of the options', `Use one of: ${values.join(', ')}.`);
	}
	if (pattern !== undefined && !new RegExp(pattern, 'u').test(text)) {
		throw new InvalidValue(
			'has the wrong format',
			patternHint === undefined
				? `Write it like ${schema.examples?.[0] as string}.`
				: `It ${patternHint}.`,
		);
	}
	return text;
}

function notText(raw: unknown): InvalidValue {
	if (Array.isArray(raw)) {
		return new InvalidValue(
			'is a list, not text',
			"Use one item for each value, for example with a 'Split Out' node. To write all values in one text, add .join(', ') to the expression.",
		);
	}
	if (raw instanceof Date || (typeof raw === 'object' && raw !== null && 'toFormat' in raw)) {
		return new InvalidValue(
			'is a date and time, not text',
			"Say how to write it, as in {{ $now.toFormat('d LLL yyyy, HH:mm') }}.",
		);
	}
	return new InvalidValue(
		'is not text',
		'Check the expression. It must return one text or number.',
	);
}

const time = String.raw`\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?`;
const zone = String.raw`\s*(?:Z|(?:GMT|UTC)?[+-]\d\d:?\d\d|GMT|UTC)(?:\s*\(.*\))?`;
const isoTime = new RegExp(String.raw`^(\d{4}-\d\d-\d\d)(?:[T ]${time}(?:${zone})?)?$`, 'i');
/** As in "Sat, 31 Jan 2026 08:30:00 GMT", and as JavaScript writes a date. */
const namedTime = new RegExp(
	String.raw`^(?:[a-z]+,?\s+)?(?:(\d\d?)\s+([a-z]+)|([a-z]+)\s+(\d\d?)),?\s+(\d{4}),?\s+${time}${zone}$`,
	'i',
);
const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/**
 * Returns the day of a written time, or undefined for any other format: n8n would confuse its day and
 * month, or use the time zone of its server.
 */
function findDay(written: string): string | undefined {
	const iso = isoTime.exec(written);
	if (iso) return iso[1];
	const [, day, month, monthFirst, dayAfter, year] = namedTime.exec(written) ?? [];
	if (year === undefined) return undefined;
	const number = months.indexOf((month ?? monthFirst)!.slice(0, 3).toLowerCase()) + 1;
	return [year, String(number), (day ?? dayAfter)!].map((part) => part.padStart(2, '0')).join('-');
}

/** Reads a time without a zone in the time zone of the workflow, as everywhere in n8n. */
function toTime(raw: unknown, timezone: string): string {
	const isTime = typeof raw === 'object' && !Array.isArray(raw);
	// n8n would read the number 12 as noon today.
	if (!isTime && !isDay(findDay([raw].flat().join().trim()) ?? '')) throw notATime();
	// n8n accepts a space before the offset only if the T is a space, too.
	const written =
		typeof raw === 'string' ? raw.trim().replace(/^(\d{4}-\d\d-\d\d)T(?=\S+\s)/i, '$1 ') : raw;
	try {
		return tryToParseDateTime(written, timezone).toJSDate().toISOString();
	} catch {
		throw notATime();
	}
}

const notATime = () =>
	new InvalidValue(
		'is not a date and time',
		"Write it like 2026-01-31 09:30, or convert it with DateTime.fromFormat($json.time, 'MM/dd/yyyy HH:mm').",
	);

/** Anything else would silently count as no, for example where somebody erases a contact. */
function toBoolean(raw: unknown): boolean | undefined {
	const written = String(raw).trim().toLowerCase();
	if (written === '') return undefined;
	if (written === 'true' || written === '1') return true;
	if (written === 'false' || written === '0') return false;
	throw new InvalidValue(
		'is neither true nor false',
		'Check the expression. It must return true or false.',
	);
}

function toNumber(
	{ type, minimum = -Infinity, maximum = Infinity }: NumberSchema,
	raw: unknown,
): number | undefined {
	if (typeof raw === 'string' && raw.trim() === '') return undefined;
	const value = typeof raw === 'string' || typeof raw === 'number' ? Number(raw) : NaN;
	if (Number.isNaN(value))
		throw new InvalidValue('is not a number', 'Check the expression. It must return a number.');
	// In many countries, 1.440 means 1440.
	if (type === 'integer' && !Number.isInteger(value))
		throw new InvalidValue('is not a whole number', 'Write it without a point or a fraction.');
	if (value < minimum || value > maximum) {
		const range = maximum === Infinity ? `of ${minimum} or more` : `from ${minimum} to ${maximum}`;
		throw new InvalidValue('is out of range', `Use a number ${range}.`);
	}
	return value;
}

interface Entries {
	readonly [entriesGroup]?: readonly { readonly name?: unknown; readonly value?: unknown }[];
}

/** Throws if an entry at any depth lacks its name or its value, so that a condition would be missing. */
export function requireWholeEntries(parameter: unknown): void {
	if (typeof parameter !== 'object' || parameter === null) return;
	// A list has a method with this name.
	const { [entriesGroup]: entries = [] }: Entries = Array.isArray(parameter) ? {} : parameter;
	if (entries.some(({ name, value }) => isBlank(name) || isBlank(value))) {
		throw new InvalidValue(
			'has an entry without a name or a value',
			'Fill in both, or remove the entry. Without it, more contacts would match.',
		);
	}
	for (const one of Object.values(parameter)) requireWholeEntries(one);
}

/** Omits entries that are left empty, as a row of a sheet may leave one, so that they change nothing. */
function toMap(values: StringSchema, raw: object, timezone: string): object | undefined {
	const entries = (raw as Entries)[entriesGroup] ?? [];
	const pairs = entries
		.filter(({ name }) => !isBlank(name))
		.map(
			({ name, value }) =>
				[String(name), toValueInside(String(name), values, value, timezone)] as const,
		)
		.filter(([, value]) => value !== undefined);
	return pairs.length === 0 ? undefined : Object.fromEntries(pairs);
}

type Group = Readonly<Record<string, unknown>>;

function toObject(schema: ObjectSchema, raw: object, timezone: string): object | undefined {
	const given = (raw as { [objectGroup]?: Group })[objectGroup];
	if (given === undefined) return undefined;
	const { properties, required = [] } = schema;
	const values = Object.entries(properties).map(([name, one]) => {
		const value = given[camelCase(name)];
		return [name, toValueInside(fieldLabel(name, one), one, value, timezone)] as const;
	});
	const isGiven = values.some(([, value]) => value !== undefined);
	// Without values, the API would get only empty ones, and would remove everything in the group.
	const mayAllBeEmpty = required.every((name) => emptyValue(properties[name]!) !== undefined);
	if (!isGiven && mayAllBeEmpty) return undefined;
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
