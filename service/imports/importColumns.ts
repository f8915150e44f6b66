import { refuse } from '../lib/errors.ts';

/** What a column may hold of a contact, and where in the input of an upsert that is. */
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

/** How other programs name these columns, without what parts the words. */
const aliases: Readonly<Record<string, Field | undefined>> = {
  ...Object.fromEntries(fields.map((field) => [field.replaceAll('_', ''), field])),
  phonenumber: 'phone',
  mobile: 'phone',
  number: 'phone',
  emailaddress: 'email',
};

/** Fields that people write, in which white space may be meant. */
const texts: ReadonlySet<Field> = new Set([
  'first_name',
  'last_name',
  'external_id',
  'consent_source',
]);

/** Fields of a contact that no upsert sets from a file, and that are no attributes either. */
const ignored = new Set(['id', 'lists', 'createdat', 'updatedat']);

const longestName = 100;

interface Column {
  /** As the file has it. */
  readonly title: string;
  /** In snake case, unless the title says what the attribute is called. */
  readonly name: string;
  readonly isAttribute: boolean;
}

export interface ImportColumns {
  /** The fields of a contact that a row gives; a cell that is empty gives none. */
  readonly inputOf: (cells: readonly string[]) => RowInput;
  /** The title of the column at fault in such an input. */
  readonly titleAt: (pointer: string) => string | null;
  readonly count: number;
}

/** The input of an upsert, as far as a row has it: nothing is checked yet. */
export interface RowInput {
  readonly attributes?: Readonly<Record<string, string>>;
  readonly consent?: Readonly<Record<string, string>>;
  readonly [field: string]: unknown;
}

/** Reads the names of the columns; refuses `/csv` where no contact can come of them. */
export function importColumns(titles: readonly string[]): ImportColumns {
  const columns = titles.map(columnOf);
  refuseBadNames(columns);
  const fieldOf = chooseFields(columns);
  const given = columns.map((column) => ({ ...column, field: fieldOf.get(column) }));
  if (!given.some(({ field }) => field === 'phone')) {
    const detail = 'needs a column of phone numbers; name it phone in the first line';
    refuse('/csv', 'invalid_format', detail);
  }
  return {
    count: columns.length,
    inputOf: (cells) => {
      const filled = given.flatMap((column, index) => {
        const raw = cells[index] ?? '';
        if (raw.trim() === '') return [];
        // Only what people write may have white space around it.
        const isText = column.field === undefined || texts.has(column.field);
        return [{ ...column, cell: isText ? raw : raw.trim() }];
      });
      const own = filled.flatMap(({ field, cell }) => (field ? [[field, cell] as const] : []));
      const attributes = filled.flatMap(({ field, name, isAttribute, cell }) =>
        field || name === '' || (!isAttribute && ignored.has(joined(name)))
          ? []
          : [[name, cell] as const],
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
      const at = given.find(({ field, name }) => pointer === pointerOf(field, name));
      return at?.title ?? fields.find((field) => pointers[field] === pointer) ?? null;
    },
  };
}

const pointerOf = (field: Field | undefined, name: string): string =>
  field ? pointers[field] : `/attributes/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;

const prefix = 'attributes.';

/** "attributes.Shoe size" is the attribute "Shoe size"; any other title is read as people write it. */
function columnOf(title: string): Column {
  const isAttribute = title.startsWith(prefix) && title.length > prefix.length;
  const name = isAttribute ? title.slice(prefix.length) : snakeCase(title);
  return { title: title.trim(), name, isAttribute };
}

/** The title of a column that is read as this attribute. */
export function titleOfAttribute(name: string): string {
  const column = columnOf(name);
  const isItself = column.name === name && !column.isAttribute && name !== '';
  return isItself && aliasOf(name) === undefined && !ignored.has(joined(name))
    ? name
    : `${prefix}${name}`;
}

/** "First name", "first-name" and "FIRST_NAME" are one name. */
const snakeCase = (title: string): string =>
  title
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, '_')
    .replaceAll(/^_|_$/g, '');

function refuseBadNames(columns: readonly Column[]): void {
  const names = new Set<string>();
  for (const { name, isAttribute } of columns) {
    if (name.length > longestName) {
      const detail = `has a column whose name is longer than ${longestName} characters`;
      refuse('/csv', 'too_long', detail);
    }
    const meant = isAttribute ? prefix + name : name;
    if (name !== '' && names.has(meant))
      refuse('/csv', 'invalid_format', 'has two columns of the same name in its first line');
    names.add(meant);
  }
}

/** Of several columns that a field may be meant by, the one of its very name; else the first. */
function chooseFields(columns: readonly Column[]): ReadonlyMap<Column, Field> {
  return new Map(
    fields.flatMap((field) => {
      const meant = columns.filter(
        ({ name, isAttribute }) => !isAttribute && aliasOf(name) === field,
      );
      const chosen = meant.find(({ name }) => name === field) ?? meant[0];
      return chosen ? [[chosen, field] as const] : [];
    }),
  );
}

const aliasOf = (name: string): Field | undefined => {
  const key = joined(name);
  return Object.hasOwn(aliases, key) ? aliases[key] : undefined;
};

const joined = (name: string): string => name.replaceAll('_', '');
