/** The type of the node that holds the settings of an account. */
export const accountType = 'textloom-account';
