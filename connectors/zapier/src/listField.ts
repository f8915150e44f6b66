/** How a step asks which list it is about. */
export const listField = {
  label: 'List',
  dynamic: 'list_list.id.label',
  search: 'find_list.id',
  placeholder: undefined,
  helpText: 'Choose the list, or map its ID.',
} as const;
