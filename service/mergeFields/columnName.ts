/**
 * Converts a column title to the name that an import gives it: "First name", "first-name", and
 * "FIRST_NAME" to the same name.
 */
export const toColumnName = (title: string): string =>
  title
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, '_')
    .replaceAll(/^_|_$/g, '');

/** Converts a column title so that "FirstName" also becomes the same as "First name". */
export const toColumnKey = (title: string): string => toColumnName(title).replaceAll('_', '');

type Aliased = 'phone' | 'first_name' | 'last_name' | 'email';

/** Maps the titles of other programs, as `toColumnKey` converts them, to fields of a contact. */
export const columnAliases: Readonly<Record<string, Aliased | undefined>> = {
  phonenumber: 'phone',
  phoneno: 'phone',
  mobile: 'phone',
  mobilenumber: 'phone',
  mobilephone: 'phone',
  cell: 'phone',
  cellphone: 'phone',
  telephone: 'phone',
  tel: 'phone',
  number: 'phone',
  givenname: 'first_name',
  forename: 'first_name',
  surname: 'last_name',
  familyname: 'last_name',
  emailaddress: 'email',
};

/**
 * Returns the contact field that a text inserts for the title of a column as `toColumnKey`
 * converts it. It inserts no phone number, because {{number}} is more likely that of an order.
 */
export const findAliased = (key: string): string | undefined => {
  const field = Object.hasOwn(columnAliases, key) ? columnAliases[key] : undefined;
  return field === 'phone' ? undefined : field;
};
