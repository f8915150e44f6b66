/**
 * Matches an address without a scheme whose host is this machine, a container or in a private network,
 * where services rarely use TLS. The credential tests itself with the same pattern.
 */
export const privateHost = String.raw`^(?:[^.:\/\[\s]+|[^:\/\s]+\.(?:local|internal)|(?:127|10)(?:\.\d+){3}|192\.168(?:\.\d+){2}|172\.(?:1[6-9]|2\d|3[01])(?:\.\d+){2}|\[(?:::1|f[cd][^\]]*)\])(?=[:\/]|$)`;
const pattern = new RegExp(privateHost, 'i');

/** Completes an address that was copied without its scheme. */
export function withScheme(url: string): string {
	if (url.includes('://')) return url;
	return `${pattern.test(url) ? 'http' : 'https'}://${url}`;
}
