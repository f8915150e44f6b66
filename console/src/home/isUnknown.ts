import { hasCode } from '../api/api.ts';

interface Found {
  readonly data: unknown;
  readonly error: unknown;
  readonly errorUpdateCount: number;
}

/**
 * Returns true if the newest answer is missing because of an error. While the console repeats a
 * first request that failed, the answer stays unknown. Lists of the operator are not for everyone.
 */
export const isUnknown = ({ data, error, errorUpdateCount }: Found): boolean =>
  error ? !hasCode(error, 'operator_only') : data === undefined && errorUpdateCount > 0;
