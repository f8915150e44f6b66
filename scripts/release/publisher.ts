import type { Package } from './packages.ts';

/** A way to publish the packages of one registry. */
export interface Publisher {
  /** Returns the command that publishes a package. A dry run shows it. */
  readonly command: (one: Package, version: string) => readonly [string, ...string[]];
  readonly isPublished: (one: Package, version: string) => Promise<boolean>;
  readonly publish: (one: Package, version: string) => Promise<void>;
}

/** Publishes packages, and skips those whose version is already on the registry. */
export async function publishMissing(
  publisher: Publisher,
  packages: readonly Package[],
  version: string,
  log: (line: string) => void = console.log,
): Promise<void> {
  for (const one of packages)
    if (await publisher.isPublished(one, version)) {
      log(`${one.name} ${version} is already published.`);
    } else {
      log(`Publishing ${one.name} ${version} …`);
      await publisher.publish(one, version);
    }
}
