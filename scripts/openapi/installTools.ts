import { join } from 'node:path';
import { installRecipe } from '../programs/recipe.ts';

/**
 * Installs the validating proxy and the client generators, and returns their folder. None of them
 * is part of the product.
 */
export const installOpenApiTools = (): Promise<string> =>
  installRecipe({
    title: 'the OpenAPI tools',
    from: join(import.meta.dirname, 'tools'),
    to: join(import.meta.dirname, '../../.cache/openapi-tools'),
    takes: 'about 20 seconds and 180 MB',
  });
