import type { CallbackRequest } from '../../callbacks.ts';
import { parseForm } from './parseForm.ts';

/** Reads the fields of a callback: from its query if it is a GET, and otherwise from its form. */
export const readCallbackForm = ({
  method,
  url,
  body,
}: Pick<CallbackRequest, 'method' | 'url' | 'body'>): URLSearchParams =>
  parseForm(method === 'GET' ? url.replace(/^[^?]*\??/s, '') : body.toString());
