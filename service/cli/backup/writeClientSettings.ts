import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { getCACertificates } from 'node:tls';
import { openClient } from '../../store/connections/connections.ts';

/** What the driver makes of `sslmode` and of the files in the URL. */
interface TlsOptions {
  readonly rejectUnauthorized?: boolean;
  readonly checkServerIdentity?: unknown;
  readonly ca?: string;
  readonly cert?: string;
  readonly key?: string;
}

/**
 * Returns the environment in which a client program of PostgreSQL connects as the service does.
 * Writes the certificates to a private folder: these programs do not trust public authorities, and
 * understand some values of `sslmode` differently.
 */
export async function writeClientSettings(
  databaseUrl: string,
  folder: string,
): Promise<Record<string, string>> {
  const client = openClient(databaseUrl, { connectMs: 0 });
  // The types of the driver say that these are a boolean and a string.
  const ssl = client.ssl as boolean | TlsOptions;
  const password = client.password as string | null;
  const tls: TlsOptions = typeof ssl === 'object' ? ssl : {};
  const isVerified = tls.rejectUnauthorized !== false;
  const verified = tls.checkServerIdentity ? 'verify-ca' : 'verify-full';
  const files = {
    // Without this file, "require" verifies nothing.
    PGSSLROOTCERT: isVerified ? (tls.ca ?? getCACertificates().join('\n')) : undefined,
    PGSSLCERT: tls.cert,
    PGSSLKEY: tls.key,
  };
  for (const [name, content] of Object.entries(files))
    if (content !== undefined) await writeFile(join(folder, name), content, { mode: 0o600 });
  return {
    PGHOST: client.host,
    PGPORT: String(client.port),
    PGDATABASE: client.database ?? '',
    PGUSER: client.user ?? '',
    ...(password ? { PGPASSWORD: password } : {}),
    PGOPTIONS: new URL(databaseUrl).searchParams.get('options') ?? '',
    PGSSLMODE: ssl ? (isVerified ? verified : 'require') : 'disable',
    ...Object.fromEntries(Object.keys(files).map((name) => [name, join(folder, name)])),
  };
}
