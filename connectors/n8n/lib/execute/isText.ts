import type { Sending } from '@textloom/shared/client';
import { sendOperation } from '../operations/sendOperation.ts';
import type { Prepared, Request } from './request.ts';

/** Returns true for the request to send a text, which a batch can contain. */
export const isText = (request: Prepared): request is Request & Pick<Sending, 'input'> =>
	request !== undefined &&
	!(request instanceof Error) &&
	request.action.operation === sendOperation;
