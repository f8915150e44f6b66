/**
 * Returns true if a value has only the words of its template, such as `cart-` of `cart-{{id}}`, because
 * nothing that the template inserts has a value. As a key, it would be the same for every record.
 */
export function hasOnlyWords(template: unknown, value: unknown): boolean {
  if (typeof template !== 'string' || typeof value !== 'string') return false;
  const words = template.replace(/\{\{.*?\}\}/gs, '');
  return words !== template && withoutSpaces(words) === withoutSpaces(value);
}

const withoutSpaces = (text: string): string => text.replace(/\s+/g, '');
