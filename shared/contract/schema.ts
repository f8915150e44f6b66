/**
 * The dialect of JSON Schema this contract is written in. It is closed on purpose: whatever can
 * be written here, every deriver (types, wire format, n8n, Zapier, OpenAPI) understands.
 *
 * Property names and enum values are the names our own code uses. Where a provider spells one
 * differently on the wire, `wire` or `wireValues` says so, and nothing else changes.
 */
interface Annotations {
  /** Title Case; the label of the field in an editor. */
  readonly title?: string;
  /** One sentence without a final period, for the person who fills the field in. */
  readonly description?: string;
  readonly examples?: readonly unknown[];
  /** The value may be null: known, and empty. */
  readonly nullable?: true;
  /** The property's name on the wire, where it differs. */
  readonly wire?: string;
}

export interface StringSchema extends Annotations {
  readonly type: 'string';
  readonly enum?: readonly string[];
  /** How an editor shows a value of `enum`; a value not named here is shown in Title Case. */
  readonly labels?: { readonly [value: string]: string };
  /** How a value of `enum` is spelled on the wire, where it differs. */
  readonly wireValues?: { readonly [value: string]: string };
  readonly format?: 'date-time' | 'uri' | 'email';
  readonly pattern?: string;
  /** What a value that does not match the pattern is told: "must be …". */
  readonly patternHint?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly default?: string;
  /** Shown as a box of several lines. */
  readonly multiline?: true;
  /** Shown as a password. */
  readonly secret?: true;
}

export interface NumberSchema extends Annotations {
  readonly type: 'integer' | 'number';
  readonly minimum?: number;
  readonly maximum?: number;
  readonly default?: number;
}

export interface BooleanSchema extends Annotations {
  readonly type: 'boolean';
  readonly default?: boolean;
}

export interface ArraySchema extends Annotations {
  readonly type: 'array';
  readonly items: Schema;
  readonly minItems?: number;
  readonly maxItems?: number;
  /** Each item is judged by itself: the answer tells of each, and a bad one stops no other. */
  readonly itemwise?: true;
}

export interface ObjectSchema extends Annotations {
  readonly type: 'object';
  readonly properties: { readonly [name: string]: Schema };
  readonly required?: readonly string[];
  /** Exactly one of these properties must be given. */
  readonly exactlyOne?: readonly string[];
}

/** Keys of the caller's choice. */
export interface MapSchema extends Annotations {
  readonly type: 'object';
  readonly values: StringSchema;
  readonly maxProperties?: number;
  /** Characters of a key. */
  readonly maxNameLength?: number;
}

/** One of several objects, told apart by the one value that each allows for `discriminator`. */
export interface UnionSchema extends Annotations {
  readonly oneOf: readonly ObjectSchema[];
  readonly discriminator: string;
}

export type Schema =
  | StringSchema
  | NumberSchema
  | BooleanSchema
  | ArraySchema
  | ObjectSchema
  | MapSchema
  | UnionSchema;

type Flat<T> = { [K in keyof T]: T[K] } & {};
type RequiredOf<S> = S extends { required: readonly (infer R)[] } ? R : never;
type ObjectOf<P, R> = Flat<
  { -readonly [K in keyof P as K extends R ? K : never]: Infer<P[K]> } & {
    -readonly [K in keyof P as K extends R ? never : K]?: Infer<P[K]>;
  }
>;
type ValueOf<S> = S extends { oneOf: readonly (infer V)[] }
  ? Infer<V>
  : S extends { type: 'string'; enum: readonly (infer E)[] }
    ? E
    : S extends { type: 'string' }
      ? string
      : S extends { type: 'integer' | 'number' }
        ? number
        : S extends { type: 'boolean' }
          ? boolean
          : S extends { type: 'array'; items: infer I }
            ? Infer<I>[]
            : S extends { properties: infer P }
              ? ObjectOf<P, RequiredOf<S>>
              : S extends { values: infer V }
                ? Record<string, Infer<V>>
                : never;

/** The TypeScript type of the values a schema accepts. */
export type Infer<S> = S extends { nullable: true } ? ValueOf<S> | null : ValueOf<S>;

/** Keeps the literal types of a schema and checks it against the dialect. */
export const schema = <const S extends Schema>(definition: S): S => definition;

export const isObject = (s: Schema): s is ObjectSchema => 'properties' in s;
export const isMap = (s: Schema): s is MapSchema => 'values' in s;
export const isUnion = (s: Schema): s is UnionSchema => 'oneOf' in s;
