import { pickShared, type Operation } from '@textloom/shared/contract';

/** Returns whether the response contains a secret, which the service must not store as it is. */
export const hasSecret = ({ output }: Operation): boolean =>
  output !== undefined &&
  Object.values(pickShared(output).properties).some((field) => 'secret' in field && field.secret);
