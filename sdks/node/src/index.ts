export { ApiError, NetworkError, TextloomError, WebhookVerificationError } from './errors.ts';
export type { TextloomOptions } from './options.ts';
export { paginate } from './paginate.ts';
export { sendMany, type NewMessage } from './sendMany.ts';
export { Textloom } from './textloom.ts';
export type * from './types.generated.ts';
export { version } from './types.generated.ts';
export { verifyWebhook, type VerifyOptions, type WebhookHeaders } from './verifyWebhook.ts';
