/** How a step asks which contact it is about. */
export const contactField = {
  label: 'Contact',
  dynamic: 'contact_list.id.label',
  search: 'find_contact.id',
  placeholder: undefined,
  helpText: 'Choose the contact, or map its ID or its phone number.',
} as const;
