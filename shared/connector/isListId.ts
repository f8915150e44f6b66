/** Returns true if a value of a user is the ID of a list. Otherwise, it is the name of one. */
export const isListId = (written: string): boolean => /^lst_/.test(written);
