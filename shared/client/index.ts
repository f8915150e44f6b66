export * from './client.ts';
export { encodeInput } from './encodeInput.ts';
export * from './error.ts';
export { errorOfTransport } from './errorOfTransport.ts';
export * from './paginate.ts';
export * from './redeliverAll.ts';
export type { Clock } from './retry.ts';
export * from './sendMany.ts';
export * from './transport.ts';
