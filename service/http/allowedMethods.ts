import { basePath, operations } from '@textloom/shared/contract';

const patterns = operations.map(({ operation: { method, path } }) => ({
  method,
  pattern: new RegExp(`^${basePath}${path.replace(/\{\w+\}/g, '[^/]+')}$`),
}));

/** Returns the methods that the API supports at a path, or an empty list if the path is unknown. */
export function allowedMethods(url: string): string[] {
  const [path] = url.split('?');
  return patterns.filter(({ pattern }) => pattern.test(path!)).map(({ method }) => method);
}
