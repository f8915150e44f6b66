import { PGliteDialect, PGliteDriver, type Dialect, type PGliteDialectConfig } from 'kysely';

/**
 * Returns a dialect for the embedded database that calls `before` on each use of its one
 * connection.
 */
export function embeddedDialect(
  config: PGliteDialectConfig,
  before: () => void | Promise<void>,
): Dialect {
  const dialect = new PGliteDialect(config);
  return {
    createDriver: () =>
      new (class extends PGliteDriver {
        override async acquireConnection() {
          await before();
          return super.acquireConnection();
        }
      })(config),
    createAdapter: () => dialect.createAdapter(),
    createIntrospector: (db) => dialect.createIntrospector(db),
    createQueryCompiler: () => dialect.createQueryCompiler(),
  };
}
