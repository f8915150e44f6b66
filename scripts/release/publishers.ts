import { containerPublisher } from './containerPublisher.ts';
import { npmPublisher } from './npmPublisher.ts';
import { packagistPublisher } from './packagistPublisher.ts';
import type { Registry } from './packages.ts';
import type { Publisher } from './publisher.ts';
import { pypiPublisher } from './pypiPublisher.ts';

export type Publishers = Readonly<Record<Registry, Publisher>>;

/** Returns the publishers of all registries, with the credentials of the environment. */
export const publishersFor = (root: string): Publishers => ({
  npm: npmPublisher({ root, token: process.env.NPM_TOKEN }),
  pypi: pypiPublisher,
  packagist: packagistPublisher({ root, token: process.env.PHP_REPOSITORY_TOKEN }),
  container: containerPublisher({ root }),
});
