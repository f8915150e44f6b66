/** Formats the origin of a server on this machine, with an IPv6 address in brackets. */
export const formatOrigin = (host: string, port: number): string =>
  `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
