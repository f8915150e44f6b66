import type { EditorNode } from './editorNodes.ts';

/**
 * Describes the used part of Node-RED's editor and of jQuery. Their own types would bring the types of
 * a browser to all code of this repository.
 */
export interface EditorRED {
  readonly nodes: {
    readonly registerType: (type: string, definition: Definition & ThisType<Instance>) => void;
  };
  readonly validators: {
    readonly typedInput: (options: {
      readonly typeField: string;
      readonly allowBlank: boolean;
    }) => unknown;
  };
}

/** A node on the canvas. */
export interface Instance {
  readonly name?: string;
  readonly base_url?: string;
  /** Translates a key of the catalog. */
  readonly _: (key: string) => string;
}

/** A property that the editor stores, with its value in a new node. */
export interface Default {
  readonly value: unknown;
  readonly type?: string;
  readonly required?: boolean;
  readonly validate?: unknown;
}

interface Definition {
  readonly category: string;
  readonly defaults: Readonly<Record<string, Default>>;
  readonly credentials?: Readonly<Record<string, { readonly type: 'text' | 'password' }>>;
  readonly color?: string;
  readonly icon?: string;
  readonly inputs?: EditorNode['inputs'];
  readonly outputs?: number;
  readonly paletteLabel?: () => string;
  readonly label: () => string;
  readonly labelStyle?: () => string;
  readonly outputLabels?: (index: number) => string;
  readonly oneditprepare?: () => void;
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
