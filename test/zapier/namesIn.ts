/** Describes the app definition as far as a user sees it. */
export interface ShownApp {
  readonly triggers: Readonly<Record<string, ShownStep>>;
  readonly creates: Readonly<Record<string, ShownStep>>;
  readonly searches: Readonly<Record<string, ShownStep>>;
  readonly searchOrCreates: Readonly<Record<string, { display: Display }>>;
  readonly authentication: { readonly fields: readonly { readonly label: string }[] };
}
interface Display {
  readonly label: string;
  readonly description: string;
  readonly hidden?: boolean;
}
interface ShownStep {
  readonly display: Display;
  readonly operation: {
    readonly inputFields?: readonly ShownField[];
    readonly inputFieldGroups?: readonly { readonly label: string }[];
    readonly outputFields?: readonly { readonly label: string }[];
  };
}
interface ShownField {
  readonly label: string;
  readonly required?: boolean;
  readonly choices?: Readonly<Record<string, string>>;
  readonly children?: readonly ShownField[];
}

/** Describes a step as its user sees it. */
interface Seen extends Omit<Display, 'hidden'> {
  readonly kind: 'instant trigger' | 'action' | 'search';
  readonly fields: readonly ShownField[];
  /** Holds the labels of the output. */
  readonly gives: readonly string[];
  /** Holds the labels of the input fields, of their choices and of their groups. */
  readonly offers: readonly string[];
}

/** Returns everything that a user sees in Zapier's editor. */
export function seenIn(app: ShownApp): Seen[] {
  const kinds = [
    ['triggers', 'instant trigger'],
    ['creates', 'action'],
    ['searches', 'search'],
  ] as const;
  return kinds.flatMap(([key, kind]) =>
    Object.values(app[key])
      .filter(({ display }) => !display.hidden)
      .map(({ display: { label, description }, operation }) => {
        const fields = (operation.inputFields ?? []).flatMap((field) => [
          field,
          ...(field.children ?? []),
        ]);
        return {
          label,
          description,
          kind,
          fields,
          gives: (operation.outputFields ?? []).map(({ label }) => label),
          offers: [
            ...fields.flatMap(({ choices = {} }) => Object.values(choices)),
            ...(operation.inputFieldGroups ?? []).map(({ label }) => label),
          ],
        };
      }),
  );
}

/** Returns the wrong names of the app on a page, where names of the app are in bold. */
export function wrongNamesIn(page: string, app: ShownApp): string[] {
  const steps = seenIn(app);
  const known = new Set([
    ...steps.flatMap(({ label, fields, gives, offers }) => [
      label,
      ...fields.map((field) => field.label),
      ...gives,
      ...offers,
    ]),
    ...Object.values(app.searchOrCreates).map(({ display }) => display.label),
    ...app.authentication.fields.map(({ label }) => label),
  ]);
  return [
    ...bold(page).filter((name) => !known.has(name)),
    ...page.split(/^##+ /m).flatMap((section) => wrongStepsIn(section, steps)),
  ];
}

/**
 * Checks each numbered step of a recipe, its table, and the values that other steps map from it.
 */
function wrongStepsIn(section: string, steps: readonly Seen[]): string[] {
  const parts = section.split(/^(?=\d+\. )/m).slice(1);
  const findStep = (part: string) => {
    const name = /^\d+\. \*\*(.+?)\*\*/.exec(part)?.[1];
    return steps.find(({ label }) => label === name);
  };
  const inTables = parts.flatMap((part) => {
    const step = findStep(part);
    const named = [...part.matchAll(/^ *\| \*\*(.+?)\*\*/gm)].map(([, label]) => label!);
    if (!step || named.length === 0) return [];
    const labels = step.fields.map(({ label }) => label);
    const missing = step.fields.filter(({ label, required }) => required && !named.includes(label));
    return [
      ...named.filter((label) => !labels.includes(label)).map((label) => `${step.label}: ${label}`),
      ...missing.map(({ label }) => `${step.label} without ${label}`),
    ];
  });
  const mapped = [...section.matchAll(/\*\*([^*]+)\*\* of step (\d+)/g)].flatMap(
    ([words, label, number]) => {
      const part = parts.find((one) => one.startsWith(`${number}. `)) ?? '';
      return findStep(part)?.gives.includes(label!) ? [] : [words];
    },
  );
  return [...inTables, ...mapped];
}

/** Returns names in bold. An item whose bold beginning ends with a period starts with a heading. */
const bold = (page: string): string[] =>
  [...page.matchAll(/\*\*([^*]+)\*\*/g)]
    .map(([, name]) => name!)
    .filter((name) => !/\.$/.test(name));

/** Returns the rows of a page's tables as their cells. */
export const listRows = (page: string): string[][] =>
  [...page.matchAll(/^ *\|(.*)\|$/gm)].map(([, row]) => row!.split('|').map((cell) => cell.trim()));
