import type { Fault } from '../fault.ts';

const boundaries = 'test/boundaries.test.ts';
const container = 'test/cli/container.test.ts';
const migrations = 'test/e2e/service/migrations.pglite.test.ts';
const log = 'service/observability/log.ts';
const problems = 'test/release/problems.test.ts';
const publish = 'test/release/publish.test.ts';
const workflows = 'test/release/workflows.test.ts';

/** These faults break imports, the log, upgrades, the container and the release. */
// prettier-ignore
export const upkeep: readonly Fault[] = [
  { file: 'shared/client/paginate.ts', find: "export async function* ", plant: "setTimeout(() => undefined, 1_000);\nexport async function* ", harm: 'down', why: 'the client prevents its host from ending', suite: boundaries },
  { file: 'shared/contract/sample.ts', find: "export const sampleOf", plant: "console.log('sample');\nexport const sampleOf", harm: 'leaked', why: 'the contract writes to the log of its host', suite: boundaries },
  { file: 'shared/contract/sample.ts', find: "import { isMap,", plant: "import 'node:fs';\nimport { isMap,", harm: 'wrong', why: 'the contract needs Node.js', suite: boundaries },
  { file: 'shared/openapi/index.ts', find: "export function openApiDocument(", plant: "import '../client/index.ts';\nexport function openApiDocument(", harm: 'wrong', why: 'the document imports the client', suite: boundaries },
  { file: 'connectors/n8n/lib/wait/waitMany.ts', find: "attempts.done[item]![0]!", plant: "(attempts.done[item]![0] as unknown as Message)", harm: 'wrong', why: 'the compiler cannot check what a retry reads', suite: 'test/casts.test.ts' },
  { file: 'service/lib/version.ts', find: "export const", plant: "import '../connectors/zapier/bundle.ts';\nexport const", harm: 'wrong', why: 'the service imports the connectors', suite: boundaries },
  { file: log, find: "const { name, stack } = error as Error;\n  const frames = stack?.split('\\n').filter((line) => line.startsWith('    at '));", plant: "const { name, stack } = error as Error;\n  const frames = stack?.split('\\n');", harm: 'leaked', why: 'an error writes the number that it quotes to the log', suite: 'test/service/observability/log.test.ts' },
  { file: log, find: "return { name, code: findCode(error), reason: joinReasons(error), stack: frames };", plant: "return { ...(error as object), name, code: findCode(error), reason: joinReasons(error), stack: frames };", harm: 'leaked', why: 'an error writes the details of its statement to the log', suite: 'test/service/observability/log.test.ts' },
  { file: log, find: 'route: toRoute(request) });', plant: 'route: request.url });', harm: 'leaked', why: 'phone numbers in addresses are in the log', suite: 'test/service/observability/logs.test.ts', only: 'the json log' },
  { file: log, find: ".replaceAll(/\\S+/g, (word) => (/.@./.test(word) ? '…' : word))", plant: ".replaceAll(/\\S+@\\S+/g, '…')", harm: 'down', why: 'a request with a long header blocks the service for a tenth of a second', suite: 'test/service/observability/log.test.ts', only: 'linear time' },
  { file: log, find: "const message = withoutQuotes(written);", plant: "const message = written;", harm: 'leaked', why: 'an error writes quoted text to the log', suite: 'test/service/observability/log.test.ts' },
  { file: '.github/workflows/publish.yml', find: "actions/upload-artifact@bbbca2ddaa5d8feaa63e36b76fdaad77386f024f # v7.0.0", plant: "actions/upload-artifact@v7", harm: 'wrong', why: 'an action that changes under its tag publishes the packages', suite: workflows },
  { file: '.github/workflows/publish.yml', find: "      contents: read\n      packages: write", plant: "      contents: write\n      packages: write", harm: 'wrong', why: 'the job of the container can change the repository', suite: workflows },
  { file: '.github/workflows/publish.yml', find: "  npm:\n    needs: [test, build]", plant: "  npm:\n    needs: [build]", harm: 'wrong', why: 'npm gets packages before they are tested', suite: workflows },
  { file: 'scripts/release/run.ts', find: "import { promisify } from 'node:util';", plant: "import { promisify } from 'node:util';\nimport 'yaml';", harm: 'leaked', why: 'a package can read the credentials of the release', suite: workflows },
  { file: 'scripts/release/publisher.ts', find: "if (await publisher.isPublished(one, version)) {", plant: "if (version === '') {", harm: 'wrong', why: 'a repeated release replaces the image that people already run', suite: publish },
  { file: 'scripts/release/npmPublisher.ts', find: "if (status === 200 || status === 404) return status === 200;", plant: "return status === 200;", harm: 'wrong', why: 'a version counts as missing while the registry does not respond', suite: publish },
  { file: 'scripts/release/packagistPublisher.ts', find: "['-p', await git('rev-parse', 'FETCH_HEAD')]", plant: "[]", harm: 'wrong', why: 'the second version of the PHP client cannot be published', suite: publish },
  { file: 'scripts/release/findProblems.ts', find: ".filter(({ other }) => other !== version)", plant: ".filter(({ other }) => other === '')", harm: 'wrong', why: 'a release contains packages of an older version', suite: problems },
  { file: 'scripts/release/findProblems.ts', find: "if (changed === '') return [];", plant: "if (changed !== '\\n') return [];", harm: 'wrong', why: 'a release contains changes that are not in Git', suite: problems },
  { file: 'scripts/release/changelog.ts', find: "if (changelog.includes(heading))", plant: "if (changelog === heading)", harm: 'wrong', why: 'the notes of a release lack its changes', suite: problems },
  { file: 'scripts/release/prepare.ts', find: "`-${version}.tgz`", plant: "`-${earlier}.tgz`", harm: 'wrong', why: 'the README of a new version installs a tarball that does not exist', suite: problems, only: 'commands of the READMEs' },
  { file: 'scripts/setup.mjs', find: "['ci', '--ignore-scripts',", plant: "['ci',", harm: 'wrong', why: 'packages run their own scripts during the installation', suite: container },
  { file: 'Dockerfile', find: "USER node\n", plant: "", harm: 'leaked', why: 'the container runs as root', suite: container },
  { file: 'Dockerfile', find: "COPY connectors/zapier/package.json connectors/zapier/\n", plant: "", harm: 'down', why: 'the image cannot be built', suite: container },
  { file: 'Dockerfile', find: "FROM node:24-slim AS manifests", plant: "FROM node:20-slim AS manifests", harm: 'down', why: 'the image has a Node.js that cannot run the service', suite: container },
  { file: 'Dockerfile', find: "EXPOSE 4010", plant: "EXPOSE 4000", harm: 'down', why: 'the image exposes a port that nothing listens on', suite: container },
  { file: 'Dockerfile', find: "DATA_DIR=/data", plant: "DATA_FOLDER=/data", harm: 'lost', why: 'data is lost with the container', suite: container },
  { file: 'compose.yaml', find: "stop_grace_period: 45s", plant: "stop_grace_period: 10s", harm: 'down', why: 'processes are killed in the middle of their work', suite: container },
  { file: 'compose.yaml', find: "TRUST_PROXY: 'true'", plant: "TRUST_PROXIES: 'true'", harm: 'limit', why: 'all callers behind the proxy count as one', suite: container },
  { file: '.dockerignore', find: ".textloom\n", plant: "", harm: 'leaked', why: 'the data of the machine is in the image', suite: container },
  { file: 'service/store/migrations/0002_line.ts', find: "due_at = coalesce(send_at, created_at),", plant: "due_at = coalesce(send_at, created_at) + interval '10 years',", harm: 'lost', why: 'messages that were scheduled before an upgrade are never sent', suite: migrations },
  { file: 'service/store/migrations/0006_keys.ts', find: "await sql`update api_key set name = 'First key' where is_bootstrap`.execute(db);", plant: "", harm: 'wrong', why: 'the key of the environment has no name after an upgrade', suite: migrations },
  { file: 'service/store/migrations/0004_tally.ts', find: "await run(countChange(`select ${counted}, 1 as sign from message`));", plant: "", harm: 'lost', why: 'reports start again after an upgrade', suite: migrations },
  { file: 'service/store/migrations/0004_tally.ts', find: "await run(countChange(`select ${counted}, 1 as sign from message`));", plant: "await run('delete from opt_out');", harm: 'opted out', why: 'an upgrade loses the opt-outs', suite: migrations },
  { file: 'service/store/migrations/0005_waiting.ts', find: "await db.schema.alterTable('webhook').addColumn('expires_at', 'timestamptz').execute();", plant: "await db.schema.alterTable('webhook').addColumn('expires_at', 'timestamptz').execute();\n  await sql`delete from webhook`.execute(db);", harm: 'lost', why: 'an upgrade loses the webhooks', suite: migrations },
  { file: 'service/store/maintain.ts', find: "  bytes > maxLogBytes ||", plant: "  bytes < 0 ||", harm: 'down', why: 'the log of the embedded database grows until the disk is full', suite: 'test/service/store/maintain.test.ts' },
  { file: 'service/store/maintain.ts', find: "if (full) return run(", plant: "if (!full) return run(", harm: 'down', why: 'deleted rows take space forever', suite: 'test/service/store/maintain.test.ts' },
  { file: 'service/concurrency/workBriefly.ts', find: ' && performance.now() < end', plant: '', harm: 'down', why: 'under sustained load, the service only adds up reports and expires nothing', suite: 'test/service/store/foldChanges.test.ts' },
  { file: 'service/store/migrations/0040_retention.ts', find: `default '{"otp_text_hours":null,`, plant: `default '{"otp_text_hours":1,`, harm: 'lost', why: 'an upgrade erases texts that nobody wanted to erase', suite: migrations, only: 'keep everything in existing' },
];
