import type { ObjectSchema } from '@textloom/shared/contract';
import type { Field } from './field.ts';

/** A property of the messages that a node sends on. */
interface OutputProperty {
  readonly name: string;
  readonly type: string;
  readonly description: string;
}

interface Output {
  /** The label of the port. */
  readonly label: string;
  readonly properties: readonly OutputProperty[];
}

/** A node as the editor shows it: its form, its ports and its help. */
export interface Form<S extends ObjectSchema = ObjectSchema> {
  readonly type: `textloom-${string}`;
  /** The name in the palette. */
  readonly label: string;
  /** The first sentence of the help. */
  readonly summary: string;
  readonly schema: S;
  readonly fields: readonly Field[];
  /** Whether each message that arrives runs the node. Other nodes start flows. */
  readonly hasInput: boolean;
  readonly outputs: readonly Output[];
  /** Paragraphs of the help, below the properties. */
  readonly details: readonly string[];
}

/** Keeps the type of the schema of a form. */
export const defineForm = <const S extends ObjectSchema>(form: Form<S>): Form<S> => form;
