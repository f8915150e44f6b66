/**
 * The fields that decide how a text goes out. Without a value, it would go out immediately, a second
 * time, or with a default. So a step must not send if one of them is mapped and has no value.
 */
export const decisiveFields = ['send_at', 'deduplication_key', 'from', 'purpose'] as const;

export type DecisiveField = (typeof decisiveFields)[number];

export const isDecisive = (name: string): name is DecisiveField =>
  decisiveFields.some((field) => field === name);
