import { execFile } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from '@jest/globals';

const app = join(import.meta.dirname, '../../service/runtime/app.ts');
const program = `
  import { registerHooks } from 'node:module';
  const loaded = new Set();
  registerHooks({
    resolve(name, context, next) {
      const found = next(name, context);
      const [, scope] = /node_modules.(@?[^/]+)/.exec(found.url) ?? [];
      loaded.add(scope);
      return found;
    },
  });
  await import(${JSON.stringify(pathToFileURL(app).href)});
  console.log(JSON.stringify([...loaded]));
`;

it('the service starts without the SDK of MCP, which few need and which takes time to load', async () => {
  const args = ['--no-warnings', '--input-type=module', '--eval', program];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  const loaded = JSON.parse(stdout) as string[];
  expect(loaded).toContain('fastify');
  expect(loaded).not.toContain('@modelcontextprotocol');
});
