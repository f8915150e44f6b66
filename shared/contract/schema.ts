/**
 * The contract uses this dialect of JSON Schema. It is closed on purpose, so that every consumer
 * (types, wire format, n8n, Zapier, OpenAPI) understands everything that it can express.
 *
 * Property names and enum values are the names that our own code uses. If a provider uses another
 * name on the wire, `wire` or `wireValues` defines it, and nothing else changes.
 */
interface Annotations {
  /** The label of the field in an editor, if it is not the name in Title Case. */
  readonly title?: string;
  /** Explains the field to the person who fills it in, without a final period. */
  readonly description?: string;
  readonly examples?: readonly unknown[];
  /** The value may be null, which means known to be empty. */
  readonly nullable?: true;
  /** The name of the property on the wire, if it differs. */
  readonly wire?: string;
}

export interface StringSchema extends Annotations {
  readonly type: 'string';
  readonly enum?: readonly string[];
  /** Labels of `enum` values in an editor. Other values appear in Title Case. */
  readonly labels?: { readonly [value: string]: string };
  /** Explains each `enum` value to the person who chooses one, without a final period. */
  readonly meanings?: { readonly [value: string]: string };
  /** The names of `enum` values on the wire, if they differ. */
  readonly wireValues?: { readonly [value: string]: string };
  readonly format?: 'date-time' | 'uri' | 'email';
  readonly pattern?: string;
  /** Explains to the user which values match the pattern: "must be …". */
  readonly patternHint?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly default?: string;
  /** Editors show a box with several lines. */
  readonly multiline?: true;
  /** Editors hide the value like a password. */
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
  readonly uniqueItems?: true;
  /**
   * The service checks and reports each item separately, and an invalid item does not affect the
   * others.
   */
  readonly itemwise?: true;
}

export interface ObjectSchema extends Annotations {
  readonly type: 'object';
  readonly properties: { readonly [name: string]: Schema };
  readonly required?: readonly string[];
  /** Exactly one of these properties must be given. */
  readonly exactlyOne?: readonly string[];
  /** One of these properties must be given, or several. */
  readonly atLeastOne?: readonly string[];
  /**
   * Fields that people expect here, with a clause that continues the name of the field and says what
   * to do instead.
   */
  readonly missing?: { readonly [name: string]: string };
}

/** The caller chooses the keys. */
export interface MapSchema extends Annotations {
  readonly type: 'object';
  readonly values: StringSchema;
  readonly minProperties?: number;
  readonly maxProperties?: number;
  /** The maximum length of a key. */
  readonly maxNameLength?: number;
}

/**
 * Accepts one of several objects. Each allows exactly one value for `discriminator`, which
 * identifies it.
 */
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
type WithDefault<P> = { [K in keyof P]: P[K] extends { default: unknown } ? K : never }[keyof P];
type RequiredOf<S> = S extends { required: readonly (infer R)[] } ? R : never;
type PresentOf<S, P, IsFilled> = RequiredOf<S> | (IsFilled extends true ? WithDefault<P> : never);
type ObjectOf<P, R, IsFilled> = Flat<
  { -readonly [K in keyof P as K extends R ? K : never]: Infer<P[K], IsFilled> } & {
    -readonly [K in keyof P as K extends R ? never : K]?: Infer<P[K], IsFilled>;
  }
>;
type ValueOf<S, IsFilled> = S extends { oneOf: readonly (infer V)[] }
  ? Infer<V, IsFilled>
  : S extends { type: 'string'; enum: readonly (infer E)[] }
    ? E
    : S extends { type: 'string' }
      ? string
      : S extends { type: 'integer' | 'number' }
        ? number
        : S extends { type: 'boolean' }
          ? boolean
          : S extends { type: 'array'; items: infer I }
            ? Infer<I, S extends { itemwise: true } ? false : IsFilled>[]
            : S extends { properties: infer P }
              ? ObjectOf<P, PresentOf<S, P, IsFilled>, IsFilled>
              : S extends { values: infer V }
                ? Record<string, Infer<V, IsFilled>>
                : never;

/**
 * The TypeScript type of the values a schema accepts. With `IsFilled`, each field that has a default
 * is present.
 */
export type Infer<S, IsFilled = false> = S extends { nullable: true }
  ? ValueOf<S, IsFilled> | null
  : ValueOf<S, IsFilled>;

/** Keeps the literal types of a schema and checks it against the dialect. */
export const schema = <const S extends Schema>(definition: S): S => definition;

/** Describes an object whose properties are all present, as in every response. */
export const record = <const S extends Omit<ObjectSchema, 'type' | 'required'>>(definition: S) =>
  ({
    type: 'object',
    ...definition,
    required: Object.keys(definition.properties) as (keyof S['properties'] & string)[],
  }) as const;

export const isObject = (s: Schema): s is ObjectSchema => 'properties' in s;
export const isMap = (s: Schema): s is MapSchema => 'values' in s;
export const isUnion = (s: Schema): s is UnionSchema => 'oneOf' in s;

/** Returns the fields that every value has. The variants of a union may describe one differently. */
export function pickShared(schema: ObjectSchema | UnionSchema): ObjectSchema {
  if (!isUnion(schema)) return schema;
  const [first, ...others] = schema.oneOf;
  const isShared = (name: string) => others.every(({ properties }) => name in properties);
  return {
    type: 'object',
    properties: Object.fromEntries(
      Object.entries(first!.properties).filter(([name]) => isShared(name)),
    ),
    required: (first!.required ?? []).filter(isShared),
  };
}
