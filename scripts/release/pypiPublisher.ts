import type { Publisher } from './publisher.ts';

const byTheAction = () => {
  throw new Error(
    'The workflow publishes to PyPI with the action pypa/gh-action-pypi-publish, which also signs ' +
      'the files. This script only builds them.',
  );
};

/** Describes the upload to PyPI. An action of the Python Packaging Authority carries it out. */
export const pypiPublisher: Publisher = {
  command: () => [
    'pypa/gh-action-pypi-publish',
    'artifacts/pypi',
    '--skip-existing',
    '--attestations',
  ],
  isPublished: byTheAction,
  publish: byTheAction,
};
