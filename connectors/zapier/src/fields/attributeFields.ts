import { invalidField } from '@textloom/shared/client';
import { isPermission, limits, schema } from '@textloom/shared/contract';

const column = (number: number) => schema({ type: 'string', title: `Attribute ${number}` });

/** The columns for attributes. Another step can import more attributes of the same contacts. */
export const attributeColumns = {
  attribute_1: column(1),
  attribute_2: column(2),
  attribute_3: column(3),
  attribute_4: column(4),
  attribute_5: column(5),
} as const;
export type AttributeColumn = keyof typeof attributeColumns;

/** Creates a value for the field with the name of each attribute. */
const forEachName = <T>(create: (number: number) => T) => ({
  attribute_1_name: create(1),
  attribute_2_name: create(2),
  attribute_3_name: create(3),
  attribute_4_name: create(4),
  attribute_5_name: create(5),
});

export const attributeNames = forEachName((number) =>
  schema({
    type: 'string',
    title: `Attribute ${number} Name`,
    description: `Name of the attribute that Attribute ${number} contains; required if you fill in Attribute ${number}`,
    examples: ['plan'],
  }),
);
type Names = { readonly [key in keyof typeof attributeNames]?: string | undefined };

/** Line items have no help text, so this group must not escape notice. */
export const attributeGroup = {
  key: 'attribute_names',
  label: 'Attribute Names',
  emphasize: true,
} as const;

/** Shows the names in a group, because they belong together and to no line. */
export const attributePlan = forEachName(() => ({ group: attributeGroup.key }));

/** Without its name, an attribute would be lost, or stored under another name. */
export const attributeEffects = forEachName(() => 'the values of this attribute would be lost');

/** An import reads what follows this in the title of a column as the exact name of an attribute. */
const prefix = 'attributes.';

/**
 * Returns the column titles of the named attributes. Throws the error of a field without the name of a
 * column that is filled in, or with a name that the import cannot store.
 */
export function readAttributeTitles(
  names: Names,
  isFilledIn: (column: AttributeColumn) => boolean,
): ReadonlyMap<AttributeColumn, string> {
  const titles = new Map<AttributeColumn, string>();
  for (const key of Object.keys(attributeColumns) as AttributeColumn[]) {
    const field = `${key}_name` as const;
    const name = names[field];
    const { title: label } = attributeColumns[key];
    if (name === undefined) {
      if (!isFilledIn(key)) continue;
      throw invalidField(
        field,
        `is required, because ${label} is filled in. Type the name of the attribute, such as plan`,
      );
    }
    if (name.length > limits.nameLength)
      throw invalidField(field, `must have at most ${limits.nameLength} characters`);
    // An attribute has no effect, so everybody who opted out elsewhere would get texts.
    const isExplicit = name.startsWith(prefix);
    if (!isExplicit && (isPermission(name) || name.toLowerCase() === 'status'))
      throw invalidField(
        field,
        `is "${name}", which could say who must not get texts, but an attribute stops no texts. Leave these people out of the import, or enter ${prefix}${name} to store the values without an effect`,
      );
    const title = isExplicit ? name : prefix + name;
    for (const [other, given] of titles)
      if (given === title)
        throw invalidField(field, `must differ from ${attributeColumns[other].title} Name`);
    titles.set(key, title);
  }
  return titles;
}

/** Returns the name of the attribute in a column with this title, or any other title unchanged. */
export const readAttributeName = (title: string): string =>
  title.startsWith(prefix) ? title.slice(prefix.length) : title;
