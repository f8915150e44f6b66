import zapier from 'zapier-platform-core';
import app from '../../connectors/zapier/src/index.ts';

/**
 * Generates the definition of the app for Zapier's editor, so that reviewers see the effect of
 * contract changes.
 */
export async function generateZapier(): Promise<Record<string, string>> {
  return {
    'test/zapier/golden/definition.json': `${JSON.stringify(await readDefinition(app), null, 2)}\n`,
  };
}

/** Returns the definition of the app from Zapier's runtime. */
export const readDefinition = async (appRaw: object): Promise<unknown> =>
  (await createHandler(appRaw)({ command: 'definition', calledFromCli: true })).results;

type Handler = (event: Readonly<Record<string, unknown>>) => Promise<{ results: unknown }>;

/** Returns the function that Zapier calls. The type of the platform's main export lacks it. */
export const createHandler = (appRaw: object): Handler =>
  (zapier as unknown as { createAppHandler: (app: object) => Handler }).createAppHandler(appRaw);
