import { isPermission } from '@textloom/shared/contract';
import { refuse } from '../errors/serviceError.ts';
import { escapePointer } from '../errors/fieldErrors.ts';
import { columnAliases, toColumnKey, toColumnName } from '../mergeFields/columnName.ts';

/**
 * The contact fields that a column can contain, with their JSON pointers in the input of an upsert.
 */
const pointers = {
  phone: '/phone',
  first_name: '/first_name',
  last_name: '/last_name',
  email: '/email',
  external_id: '/external_id',
  time_zone: '/time_zone',
  status: '/status',
  consent_source: '/consent/source',
  consent_at: '/consent/at',
} as const;
type Field = keyof typeof pointers;
const fields = Object.keys(pointers) as Field[];

/** The column names of other programs, without word separators. */
const aliases: Readonly<Record<string, Field | undefined>> = {
  ...Object.fromEntries(fields.map((field) => [field.replaceAll('_', ''), field])),
  ...columnAliases,
  optindate: 'consent_at',
  agreedat: 'consent_at',
  consentdate: 'consent_at',
};

/** Free-text fields, in which whitespace can be intentional. */
const texts: ReadonlySet<Field> = new Set([
  'first_name',
  'last_name',
  'external_id',
  'consent_source',
]);

/** The column with the numbers of the account that a contact opted out of, one by one. */
const optedOutNumbers = 'optedoutnumbers';
const optedOutField = 'opted_out_numbers';
export const optedOutPointer = `/${optedOutField}`;

/** Fields of a contact that are not stored as attributes. */
const ignored = new Set(['id', 'lists', optedOutNumbers, 'createdat', 'updatedat']);

const maxNameLength = 100;

interface Column {
  /** The title in the file. */
  readonly title: string;
  /** The title in snake case, or the exact name of the attribute if the title gives it. */
  readonly name: string;
  readonly isAttribute: boolean;
}

export interface ImportColumns {
  /** Returns the contact fields of a row, without empty cells. */
  readonly toInput: (cells: readonly string[]) => RowInput;
  /** Returns the numbers of the account that a row opts its contact out of, as written. */
  readonly toOptedOutNumbers: (cells: readonly string[]) => readonly string[];
  /** Returns the title of the column that a pointer into this input refers to. */
  readonly titleAt: (pointer: string) => string | null;
  /** What each column was read as, for the report. */
  readonly fields: readonly ColumnReport[];
}

interface ColumnReport {
  readonly title: string;
  readonly field: string | null;
}

/** The unvalidated input of an upsert, with the fields that a row has. */
export interface RowInput {
  readonly attributes?: Readonly<Record<string, string>>;
  readonly consent?: Readonly<Record<string, string>>;
  readonly [field: string]: unknown;
}

/** Reads the names of the columns. Rejects `/csv` if they cannot describe a contact. */
export function importColumns(titles: readonly string[]): ImportColumns {
  const columns = titles.map(parseColumn);
  refuseBadNames(columns);
  const fieldByColumn = chooseFields(columns);
  const given = columns.map((column) => ({ ...column, field: fieldByColumn.get(column) }));
  if (!given.some(({ field }) => field === 'phone')) {
    const detail = 'needs a column of phone numbers. Name it phone in the first line';
    refuse('/csv', 'invalid_format', detail);
  }
  const optedOutAt = columns.findIndex(
    ({ name, isAttribute }) => !isAttribute && toColumnKey(name) === optedOutNumbers,
  );
  const isStored = ({ name, isAttribute }: Column) =>
    name !== '' && (isAttribute || !ignored.has(toColumnKey(name)));
  return {
    fields: given.map((column, index) => {
      const own = index === optedOutAt ? optedOutField : column.field;
      return {
        title: column.title,
        field: own ?? (isStored(column) ? prefix + column.name : null),
      };
    }),
    toOptedOutNumbers: (cells) => (cells[optedOutAt] ?? '').split(/[\s,;]+/).filter(Boolean),
    toInput: (cells) => {
      const filled = given.flatMap((column, index) => {
        const raw = cells[index] ?? '';
        if (raw.trim() === '') return [];
        // Only free text can have whitespace around it.
        const isText = column.field === undefined || texts.has(column.field);
        return [{ ...column, cell: isText ? raw : raw.trim() }];
      });
      const own = filled.flatMap(({ field, cell }) => (field ? [[field, cell] as const] : []));
      const attributes = filled.flatMap((column) =>
        !column.field && isStored(column) ? [[column.name, column.cell] as const] : [],
      );
      const { consent_source: source, consent_at: at, ...details } = Object.fromEntries(own);
      return {
        ...details,
        ...((source !== undefined || at !== undefined) && {
          consent: { ...(source !== undefined && { source }), ...(at !== undefined && { at }) },
        }),
        ...(attributes.length > 0 && { attributes: Object.fromEntries(attributes) }),
      };
    },
    titleAt: (pointer) => {
      if (pointer === optedOutPointer) return columns[optedOutAt]?.title ?? null;
      const at = given.find(({ field, name }) => pointer === columnPointer(field, name));
      return at?.title ?? fields.find((field) => pointers[field] === pointer) ?? null;
    },
  };
}

const columnPointer = (field: Field | undefined, name: string): string =>
  field ? pointers[field] : `/attributes/${escapePointer(name)}`;

const prefix = 'attributes.';

/**
 * Reads "attributes.Shoe size" as the attribute "Shoe size", and converts all other titles to snake
 * case.
 */
function parseColumn(title: string): Column {
  const isAttribute = title.startsWith(prefix) && title.length > prefix.length;
  const name = isAttribute ? title.slice(prefix.length) : toColumnName(title);
  return { title: title.trim(), name, isAttribute };
}

/** Returns a column title that an import reads as this attribute. */
export function attributeTitle(name: string): string {
  const column = parseColumn(name);
  const isUnchanged = column.name === name && !column.isAttribute && name !== '';
  return isUnchanged && isPlainAttribute(name) && !isPermission(name) ? name : `${prefix}${name}`;
}

const isPlainAttribute = (name: string): boolean =>
  resolveAlias(name) === undefined && !ignored.has(toColumnKey(name));

function refuseBadNames(columns: readonly Column[]): void {
  const names = new Set<string>();
  for (const { title, name, isAttribute } of columns) {
    if (name.length > maxNameLength) {
      const detail = `has a column whose name is longer than ${maxNameLength} characters`;
      refuse('/csv', 'too_long', detail);
    }
    if (name === '__proto__') {
      const detail =
        'has a column named __proto__, a name that JSON cannot contain safely. Rename it';
      refuse('/csv', 'invalid_format', detail);
    }
    const candidates = isAttribute ? prefix + name : name;
    if (name !== '' && names.has(candidates))
      refuse('/csv', 'invalid_format', 'has two columns with the same name in its first line');
    names.add(candidates);
    if (!isAttribute && isPlainAttribute(name) && isPermission(title)) {
      const detail = `has the column "${title}", which could say who must not get texts. Rename it to status, with the values opted_out and subscribed, or to "${prefix}${title}" to store it without an effect`;
      refuse('/csv', 'invalid_format', detail);
    }
  }
}

/**
 * Chooses the column of each field: the one with the exact name of the field, or otherwise the
 * first match.
 */
function chooseFields(columns: readonly Column[]): ReadonlyMap<Column, Field> {
  return new Map(
    fields.flatMap((field) => {
      const candidates = columns.filter(
        ({ name, isAttribute }) => !isAttribute && resolveAlias(name) === field,
      );
      const chosen = candidates.find(({ name }) => name === field) ?? candidates[0];
      return chosen ? [[chosen, field] as const] : [];
    }),
  );
}

const resolveAlias = (name: string): Field | undefined => {
  const key = toColumnKey(name);
  return Object.hasOwn(aliases, key) ? aliases[key] : undefined;
};
