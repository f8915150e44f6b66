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
export async function readDefinition(appRaw: object): Promise<unknown> {
  // The type of the platform's main export lacks the function that its wrapper calls.
  const { createAppHandler } = zapier as unknown as {
    createAppHandler: (
      app: object,
    ) => (event: { command: string; calledFromCli: true }) => Promise<{ results: unknown }>;
  };
  return (await createAppHandler(appRaw)({ command: 'definition', calledFromCli: true })).results;
}
