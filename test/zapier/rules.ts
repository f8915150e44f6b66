import { productName } from '@textloom/shared/contract';

/** Describes the app definition as far as the rules look at it. */
export interface Definition {
  authentication: {
    fields: Field[];
    connectionLabel?: string;
  };
  triggers: Record<string, Step>;
  creates: Record<string, Step>;
  searches: Record<string, Step>;
  searchOrCreates?: Record<string, { key: string; search: string; create: string }>;
}
interface Step {
  key: string;
  noun: string;
  display: { label: string; description: string; hidden?: boolean };
  operation: {
    type?: 'hook' | 'polling';
    inputFields?: (Field | string)[];
    inputFieldGroups?: { key: string; label: string }[];
    outputFields?: Output[];
    sample?: Record<string, unknown>;
    perform?: string;
    performList?: string;
    performSubscribe?: string;
    performUnsubscribe?: string;
  };
}
interface Field {
  key: string;
  label: string;
  type?: string;
  required?: boolean;
  default?: string;
  helpText?: string;
  dynamic?: string;
  search?: string;
  group?: string;
  children?: Field[];
}
interface Output {
  key: string;
  label: string;
  type?: string;
  list?: boolean;
  primary?: boolean;
  children?: Output[];
}

/** Describes a rule of Zapier, its findings in a definition, and a fault that it must find. */
interface Rule {
  readonly says: string;
  readonly findings: (definition: Definition) => string[];
  readonly fault: (definition: Definition) => void;
}

const steps = ({ triggers, creates, searches }: Definition): Step[] =>
  [triggers, creates, searches].flatMap((kind) => Object.values(kind));
const visible = (definition: Definition) => steps(definition).filter((s) => !s.display.hidden);
const listOwnFields = ({ operation }: Step) =>
  (operation.inputFields ?? []).filter((field) => typeof field !== 'string');
const listFields = (step: Step) =>
  listOwnFields(step).flatMap((field) => [field, ...(field.children ?? [])]);
const fields = (definition: Definition) =>
  steps(definition).flatMap((step) =>
    listFields(step).map((field) => ({ field, where: `${step.key}.${field.key}` })),
  );
const hooks = ({ triggers }: Definition) =>
  Object.values(triggers).filter(({ operation }) => operation.type === 'hook');
const where = <T>(list: readonly T[], bad: (item: T) => boolean, name: (item: T) => string) =>
  list.filter(bad).map(name);

/** Returns every text that a user reads. */
const texts = (definition: Definition): string[] => [
  ...visible(definition).map(({ display }) => display.description),
  ...fields(definition).flatMap(({ field }) => field.helpText ?? []),
  ...definition.authentication.fields.flatMap(({ helpText }) => helpText ?? []),
];
const labels = (definition: Definition): string[] => [
  ...visible(definition).flatMap(({ display, operation }) => [
    display.label,
    ...(operation.inputFieldGroups ?? []).map(({ label }) => label),
    ...(operation.outputFields ?? [])
      .flatMap((output) => [output, ...(output.children ?? [])])
      .map(({ label }) => label),
  ]),
  ...fields(definition).map(({ field }) => field.label),
  ...definition.authentication.fields.map(({ label }) => label),
];
const plain = (text: string) => text.replace(/`[^`]*`/g, '').replace(/\[[^\]]*\]\([^)]*\)/g, '');

const small = /^(a|an|the|and|or|of|to|in|for|by|at|on|with|from)$/;
const isTitleCase = (label: string) =>
  label.split(' ').every((word, at) => /^[A-Z0-9]/.test(word) || (at > 0 && small.test(word)));

const valueAt = (sample: Record<string, unknown>, key: string): unknown =>
  key
    .split('__')
    .reduce<unknown>(
      (value, name) => (value as Record<string, unknown> | undefined)?.[name],
      sample,
    );
const isoWithOffset = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;
const isOfType = (type: string, value: unknown): boolean => {
  if (value === null) return true;
  if (type === 'datetime') return typeof value === 'string' && isoWithOffset.test(value);
  return type === 'integer' ? Number.isInteger(value) : typeof value === type;
};
/** Line items match their type if each value in each of them does. */
const isOfField = ({ list, type = 'string', children }: Output, value: unknown): boolean => {
  if (children) {
    return (
      Array.isArray(value) &&
      value.every((item: Record<string, unknown>) =>
        children.every((child) => isOfField(child, valueAt(item, child.key))),
      )
    );
  }
  return list ? Array.isArray(value) : isOfType(type, value);
};
const sampled = (definition: Definition) =>
  visible(definition).flatMap(({ key, operation }) =>
    (operation.outputFields ?? []).map((output) => ({
      output,
      value: valueAt(operation.sample ?? {}, output.key),
      name: `${key}.${output.key}`,
    })),
  );

const first = <T>(record: Record<string, T>): T => Object.values(record)[0]!;
const aField = (definition: Definition) => listFields(first(definition.creates))[0]!;

/**
 * Lists Zapier's integration checks that depend only on the definition. The codes are from Zapier.
 */
export const rules: Record<string, Rule> = {
  D001: {
    says: 'no step asks for credentials',
    findings: (d) =>
      where(
        fields(d),
        ({ field }) =>
          field.type === 'password' ||
          /api.?key|token|secret|password/i.test(field.key + field.label),
        (f) => f.where,
      ),
    fault: (d) => (aField(d).key = 'api_key'),
  },
  D002: {
    says: 'the form of the connection links to the page with the credentials',
    findings: ({ authentication }) =>
      authentication.fields.some(({ helpText }) => /\[[^\]]+\]\(https:/.test(helpText ?? ''))
        ? []
        : ['authentication'],
    fault: (d) => {
      d.authentication.fields.forEach((field) => delete field.helpText);
    },
  },
  D003: {
    says: 'a connection has a label, with neither a secret nor the name of the app in it',
    findings: ({ authentication: { connectionLabel = '' } }) =>
      connectionLabel === '' ||
      /authData|api_key|success/.test(connectionLabel) ||
      connectionLabel.includes(productName)
        ? ['connectionLabel']
        : [],
    fault: (d) => (d.authentication.connectionLabel = '{{bundle.authData.api_key}}'),
  },
  D004: {
    says: 'no field asks for an ID without offering a list',
    findings: (d) =>
      where(
        fields(d),
        ({ field }) => /\bID$/i.test(field.label) && !field.dynamic,
        (f) => f.where,
      ),
    fault: (d) => (aField(d).label = 'Contact ID'),
  },
  D005: {
    says: 'a dropdown is filled by a trigger that exists',
    findings: (d) =>
      where(
        fields(d),
        ({ field }) => field.dynamic !== undefined && !(field.dynamic.split('.')[0]! in d.triggers),
        (f) => f.where,
      ),
    fault: (d) => (aField(d).dynamic = 'nobody.id.name'),
  },
  D006: {
    says: 'a hook trigger lists past events',
    findings: (d) =>
      where(
        hooks(d),
        ({ operation }) => !operation.performList,
        (s) => s.key,
      ),
    fault: (d) => delete first(d.triggers).operation.performList,
  },
  D007: {
    says: 'every address uses HTTPS',
    findings: (d) => JSON.stringify(d).match(/http:\/\/[^"]*/g) ?? [],
    fault: (d) => (d.authentication.fields[1]!.default = 'http://api.textloom.example/v1'),
  },
  D008: {
    says: 'an address in a text is in a link or in backticks',
    findings: (d) => where(texts(d), (text) => /https?:\/\//.test(plain(text)), String),
    fault: (d) => (aField(d).helpText = 'See https://textloom.example.'),
  },
  D009: {
    says: 'a search has a field',
    findings: (d) =>
      where(
        Object.values(d.searches),
        (step) => listFields(step).length === 0,
        (s) => s.key,
      ),
    fault: (d) => (first(d.searches).operation.inputFields = []),
  },
  D010: {
    says: 'the items of a polling trigger have an ID',
    findings: (d) =>
      where(
        Object.values(d.triggers).filter((s) => !s.display.hidden && s.operation.type !== 'hook'),
        ({ operation }) =>
          operation.sample?.id === undefined &&
          !operation.outputFields?.some((output) => output.primary),
        (s) => s.key,
      ),
    fault: (d) => {
      const { operation } = first(d.triggers);
      operation.type = 'polling';
      delete operation.sample?.id;
    },
  },
  D011: {
    says: 'a help text says more than the label',
    findings: (d) =>
      where(
        fields(d),
        ({ field }) =>
          field.helpText?.replace(/\.$/, '').toLowerCase() === field.label.toLowerCase(),
        (f) => f.where,
      ),
    fault: (d) => (aField(d).helpText = `${aField(d).label}.`),
  },
  D012: {
    says: 'every step has a sample',
    findings: (d) =>
      where(
        visible(d),
        ({ operation }) => !operation.sample,
        (s) => s.key,
      ),
    fault: (d) => delete first(d.creates).operation.sample,
  },
  D013: {
    says: 'a field refers to a search that exists',
    findings: (d) =>
      where(
        fields(d),
        ({ field }) => field.search !== undefined && !(field.search.split('.')[0]! in d.searches),
        (f) => f.where,
      ),
    fault: (d) => (aField(d).search = 'nobody.id'),
  },
  D014: {
    says: 'a field that refers to a search has a dropdown too',
    findings: (d) =>
      where(
        fields(d),
        ({ field }) => Boolean(field.search) && !field.dynamic,
        (f) => f.where,
      ),
    fault: (d) => (aField(d).search = `${first(d.searches).key}.id`),
  },
  D015: {
    says: 'a search-or-create joins a search and a create that exist',
    findings: (d) =>
      where(
        Object.values(d.searchOrCreates ?? {}),
        ({ key, search, create }) =>
          key !== search || !(search in d.searches) || !(create in d.creates),
        (s) => s.key,
      ),
    fault: (d) => (d.searchOrCreates = { a: { key: 'a', search: 'a', create: 'b' } }),
  },
  D016: {
    says: 'a hook trigger subscribes automatically',
    findings: (d) =>
      where(
        hooks(d),
        ({ operation }) => !operation.performSubscribe,
        (s) => s.key,
      ),
    fault: (d) => delete first(d.triggers).operation.performSubscribe,
  },
  D017: {
    says: 'a hook trigger unsubscribes automatically',
    findings: (d) =>
      where(
        hooks(d),
        ({ operation }) => !operation.performUnsubscribe,
        (s) => s.key,
      ),
    fault: (d) => delete first(d.triggers).operation.performUnsubscribe,
  },
  D018: {
    says: 'labels are in Title Case',
    findings: (d) => where(labels(d), (label) => !isTitleCase(label), String),
    fault: (d) => (aField(d).label = 'phone number'),
  },
  D021: {
    says: 'the description of a trigger begins with "Triggers when" and ends with a period',
    findings: (d) =>
      where(
        Object.values(d.triggers),
        ({ display }) => !/^Triggers when [^A-Z].*[^.]\.$/.test(display.description),
        (s) => s.key,
      ),
    fault: (d) => (first(d.triggers).display.description = 'Fires whenever a text comes in'),
  },
  D022: {
    says: 'a create has fields that are always present',
    findings: (d) =>
      where(
        Object.values(d.creates),
        (step) => listFields(step).length === 0,
        (s) => s.key,
      ),
    fault: (d) => (first(d.creates).operation.inputFields = ['$func$2$f$']),
  },
  D023: {
    says: 'a time in a sample is ISO 8601 with an offset',
    findings: (d) =>
      where(
        sampled(d),
        ({ output, value }) =>
          /_at$|timestamp/.test(output.key) &&
          !(output.type === 'datetime' && isOfType('datetime', value)),
        (s) => s.name,
      ),
    fault: (d) => (first(d.triggers).operation.sample!.created_at = 1769851800),
  },
  D024: {
    says: 'the values of a sample match the types of the fields',
    findings: (d) =>
      where(
        sampled(d),
        ({ output, value }) => !isOfField(output, value),
        (s) => s.name,
      ),
    fault: (d) => (first(d.creates).operation.sample!.segments = '1'),
  },
  D025: {
    says: 'no text links to anything but a web page',
    findings: (d) => texts(d).flatMap((text) => text.match(/\]\((?!https:)[^)]*\)/g) ?? []),
    fault: (d) => (aField(d).helpText = 'Press [here](javascript:alert).'),
  },

  'guidelines, descriptions': {
    says: 'a description is a sentence in the third person that does not name the app',
    findings: (d) =>
      where(
        visible(d),
        ({ display: { description } }) =>
          !/^[A-Z][a-z]+s .*[^.]\.$/.test(description) || description.includes(productName),
        (s) => s.key,
      ),
    fault: (d) => (first(d.creates).display.description = 'Send a message'),
  },
  'guidelines, help texts': {
    says: 'a help text consists of sentences, without semicolons and without "please"',
    findings: (d) =>
      where(
        fields(d),
        ({ field: { helpText } }) =>
          helpText !== undefined &&
          (!/^[A-Z][^;]*\.$/.test(helpText) || /\bplease\b/i.test(helpText)),
        (f) => f.where,
      ),
    fault: (d) => (aField(d).helpText = 'Please fill it in; it is required'),
  },
  'guidelines, searches': {
    says: 'a search is called "Find …" and described as "Finds …"',
    findings: (d) =>
      where(
        Object.values(d.searches),
        ({ display }) => !/^Find /.test(display.label) || !/^Finds /.test(display.description),
        (s) => s.key,
      ),
    fault: (d) => (first(d.searches).display.label = 'Get Message'),
  },
  'guidelines, dropdowns': {
    says: 'every step that sends lets the user choose the sender, who never needs to know it by heart',
    findings: ({ creates, searches }) =>
      [creates, searches].flatMap((kind) =>
        where(
          Object.values(kind),
          (step) => listFields(step).some(({ key, dynamic }) => key === 'from' && !dynamic),
          (step) => step.key,
        ),
      ),
    fault: (d) => delete listFields(first(d.creates)).find(({ key }) => key === 'from')!.dynamic,
  },
  'guidelines, order': {
    says: 'required fields come first',
    findings: (d) =>
      where(
        steps(d),
        (step) => {
          const required = listOwnFields(step).map(
            ({ required, children = [] }) =>
              required === true || children.some((child) => child.required === true),
          );
          return required.lastIndexOf(true) > required.indexOf(false) && required.includes(false);
        },
        (s) => s.key,
      ),
    fault: (d) => first(d.creates).operation.inputFields!.reverse(),
  },
  'guidelines, line items': {
    says: 'only the fields in line items are required, because a required group gets no line items',
    findings: (d) =>
      where(
        fields(d),
        ({ field }) => field.children !== undefined && field.required === true,
        (f) => f.where,
      ),
    fault: (d) => {
      for (const { field } of fields(d)) if (field.children) field.required = true;
    },
  },
  'guidelines, groups': {
    says: 'a required field is never hidden in a group, and a group that a field names exists',
    findings: (d) =>
      steps(d).flatMap((step) =>
        where(
          listFields(step),
          ({ group, required }) =>
            group !== undefined &&
            (required === true || !step.operation.inputFieldGroups?.some((g) => g.key === group)),
          ({ key }) => `${step.key}.${key}`,
        ),
      ),
    fault: (d) => (aField(d).group = 'advanced'),
  },
  'guidelines, names': {
    says: 'a value has the same label in the form and in the result of a step',
    findings: ({ creates, searches }) =>
      [creates, searches].flatMap((kind) =>
        Object.values(kind).flatMap((step) =>
          where(
            listFields(step).filter(({ dynamic }) => !dynamic),
            ({ key, label }) =>
              step.operation.outputFields?.some(
                (output) => output.key === key && output.label !== label && key !== 'id',
              ) ?? false,
            ({ key }) => `${step.key}.${key}`,
          ),
        ),
      ),
    fault: (d) => (aField(d).label = 'Recipient'),
  },
  T004: {
    says: 'a sample and the fields of the result have the same names',
    findings: (d) =>
      visible(d).flatMap(({ key, operation }) => {
        const named = (operation.outputFields ?? []).flatMap(({ key, children }) =>
          children ? children.map((child) => `${key}[]${child.key}`) : [key],
        );
        const shown = flatKeys(operation.sample ?? {});
        return listDifferences(named, shown).map((name) => `${key}.${name}`);
      }),
    fault: (d) => (first(d.creates).operation.sample!.price = 1),
  },
};

/** Returns the names that only one of two results has. A list in one of them may be empty. */
export function listDifferences(names: readonly string[], others: readonly string[]): string[] {
  const isSame = (one: string, other: string) =>
    one === other || one.startsWith(`${other}[]`) || other.startsWith(`${one}[]`);
  const without = (some: readonly string[], rest: readonly string[]) =>
    some.filter((one) => !rest.some((other) => isSame(one, other)));
  return [...without(names, others), ...without(others, names)];
}

/**
 * Returns the names that Zapier offers for the values of a result, such as `contact__email`, and
 * `media[]url` for line items.
 */
export const flatKeys = (value: Record<string, unknown>, prefix = ''): string[] =>
  Object.entries(value).flatMap(([key, item]) => {
    const isList = Array.isArray(item);
    const inner: unknown = isList ? item[0] : item;
    return typeof inner === 'object' && inner !== null
      ? flatKeys(inner as Record<string, unknown>, `${prefix}${key}${isList ? '[]' : '__'}`)
      : [prefix + key];
  });
