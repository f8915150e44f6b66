/** The folder of the endpoint below the address of the HTTP nodes. */
export const webhookFolder = 'textloom';
