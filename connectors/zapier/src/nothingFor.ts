import { ApiError } from '@textloom/shared/client';

/** Takes one failure of a call for nothing found, and passes on all others. */
export const nothingFor =
  (code: ApiError['code']) =>
  (error: unknown): undefined => {
    if (error instanceof ApiError && error.code === code) return undefined;
    throw error;
  };
