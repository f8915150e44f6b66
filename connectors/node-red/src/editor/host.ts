/**
 * Describes the used part of Node-RED's editor and of jQuery. Their own types would bring the types of
 * a browser to all code of this repository.
 */
export interface EditorRED {
  readonly validators: {
    readonly typedInput: (options: {
      readonly typeField: string;
      readonly allowBlank: boolean;
    }) => unknown;
    readonly regex: (pattern: RegExp) => unknown;
  };
}

/** A node on the canvas. */
export interface Instance {
  readonly name?: string;
  readonly base_url?: string;
  /** Translates a key of the catalog. */
  readonly _: (key: string) => string;
}

/** A field as the code of the page gets it, which contains no part of the contract. */
export interface EditorField {
  readonly name: string;
  readonly valueType: string;
  /** The sources of the value. */
  readonly types: readonly string[];
  readonly choices: readonly { readonly value: string; readonly key: string }[];
  readonly isMultiple: boolean;
  readonly hasEmptyChoice: boolean;
}

interface TypedInputType {
  readonly value: string;
  readonly label: string;
  readonly icon: string;
  readonly multiple: boolean;
  readonly options: readonly { readonly value: string; readonly label: string }[];
}

export type JQuery = (selector: string) => {
  readonly on: (event: string, listener: () => void) => void;
  readonly show: () => void;
  readonly hide: () => void;
  readonly typedInput: {
    (options: {
      readonly default: string;
      readonly types: readonly (string | TypedInputType)[];
      readonly typeField: string;
    }): void;
    (question: 'value'): string;
  };
};
