/** The German translation of each phrase of the editor. */
export const german: Readonly<Record<string, string>> = {};
