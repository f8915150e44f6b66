/** How a step asks which number or name of the account it is about. */
export const senderField = { dynamic: 'sender_list.number.label', placeholder: undefined } as const;
