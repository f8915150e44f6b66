import { formatOrigin } from './formatOrigin.ts';
import type { Config } from './config.ts';

/**
 * Returns the origin of the service for links, without a slash at the end. Without `PUBLIC_URL`,
 * links work at least on this machine.
 */
export function getOrigin({
  publicUrl,
  host,
  port,
}: Pick<Config, 'publicUrl' | 'host' | 'port'>): string {
  if (publicUrl !== '') return publicUrl;
  return formatOrigin(['0.0.0.0', '::'].includes(host) ? 'localhost' : host, port);
}
