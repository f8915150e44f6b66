import zapier from 'zapier-platform-core';
import app from '../../connectors/zapier/src/index.ts';

/** The app as Zapier's editor gets to see it: a change of the contract shows here in review. */
export async function generateZapier(): Promise<Record<string, string>> {
  return {
    'test/zapier/golden/definition.json': `${JSON.stringify(await definitionOf(app), null, 2)}\n`,
  };
}

/** What Zapier's runtime answers when it is asked for the definition. */
export async function definitionOf(appRaw: object): Promise<unknown> {
  // The type of the platform's main export does not know the function that its wrapper calls.
  const { createAppHandler } = zapier as unknown as {
    createAppHandler: (
      app: object,
    ) => (event: { command: string; calledFromCli: true }) => Promise<{ results: unknown }>;
  };
  return (await createAppHandler(appRaw)({ command: 'definition', calledFromCli: true })).results;
}
