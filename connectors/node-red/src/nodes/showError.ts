import type { Node } from '@node-red/registry';
import { nodeError } from '../connection/errors.ts';
import type { Form } from '../forms/form.ts';
import { badge } from './badge.ts';

/** Shows an error that belongs to no message on the node, and passes it to Catch nodes and the log. */
export function showError(node: Node, { fields }: Pick<Form, 'fields'>, error: unknown): void {
  node.status(badge('error'));
  node.error(nodeError(error, fields));
}
