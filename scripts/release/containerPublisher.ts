import type { Publisher } from './publisher.ts';
import { read, show } from './run.ts';

/** Returns the tags of a version, such as 0.2.0, 0.2 and latest. */
const listTags = (version: string): readonly string[] => [
  version,
  version.split('.').slice(0, 2).join('.'),
  'latest',
];

/** Builds the image and pushes it with its list of packages (SBOM) and its provenance. */
export function containerPublisher({ root }: { readonly root: string }): Publisher {
  const command: Publisher['command'] = ({ name, folder }, version) => [
    'docker',
    'buildx',
    'build',
    '--sbom=true',
    '--provenance=mode=max',
    '--label=org.opencontainers.image.source=https://github.com/textloom/textloom',
    `--label=org.opencontainers.image.version=${version}`,
    ...listTags(version).map((tag) => `--tag=${name}:${tag}`),
    '--push',
    folder,
  ];
  return {
    command,
    isPublished: async ({ name }, version) => {
      try {
        await read(['docker', 'buildx', 'imagetools', 'inspect', `${name}:${version}`], {
          cwd: root,
        });
        return true;
      } catch (error) {
        if (/not found|manifest unknown|name unknown/i.test(String(error))) return false;
        throw error;
      }
    },
    publish: async (one, version) => show(command(one, version), { cwd: root }),
  };
}
