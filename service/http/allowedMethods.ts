import { basePath, operations } from '@textloom/shared/contract';

const patterns = operations.map(({ operation: { method, path } }) => ({
  method,
  pattern: new RegExp(`^${basePath}${path.replace(/\{\w+\}/g, '[^/]+')}$`),
}));

/** The methods that the API takes at an address; none where it has no such address. */
export function allowedMethods(url: string): string[] {
  const [path] = url.split('?');
  return patterns.filter(({ pattern }) => pattern.test(path!)).map(({ method }) => method);
}
