import {defined} from '../../spec/defined.ts';
import {isObject} from '../../spec/json.ts';
import {mapValues} from '../../spec/map-values.ts';
import type {Schema} from '../../spec/schema.ts';
import type {PublishedForm, PublishedForms} from '../chapter.ts';

/** Schemas by name, as a document has them in its components. */
export type Components = Readonly<Record<string, Schema>>;

/**
 * Returns the components with the forms that a world answers in. Descriptions, examples and marks of the contract
 * remain. @throws Error for a place that does not exist
 */
export function withForms(components: Components, forms: PublishedForms): Components {
  const copies = structuredClone(components);
  for (const [place, form] of Object.entries(forms)) {
    if (place.includes(' ')) continue;
    const [name = '', ...members] = place.split('/');
    const component = defined(copies[name], `the component of ${place}`);
    if (members.length) setMember(component, members, form);
    else setMember({properties: copies}, [name], form, copies);
  }
  return copies;
}

function setMember(
  within: Schema,
  [member = '', ...deeper]: string[],
  form: PublishedForm,
  components: Components = {},
): void {
  const isItem = member === '*';
  const holder = (isItem ? within : (within.properties ??= {})) as Record<string, Schema>;
  const key = isItem ? 'items' : member;
  const present = holder[key] ?? {};
  if (deeper.length) {
    holder[key] = present;
    setMember(present, deeper, form);
  } else if (form === 'never') {
    delete holder[key];
    if (within.required) within.required = within.required.filter((name) => name !== key);
  } else holder[key] = formed(present, form, components);
}

function formed(present: Schema, form: PublishedForm, components: Components): Schema {
  if (typeof form === 'string') return present;
  if ('like' in form) return likened(present, defined(components[form.like], form.like));
  if ('shown' in form) return {...present, examples: withShown(present.examples, form.shown)};
  const kept = Object.entries(present).filter(
    ([key]) => key === 'description' || key === 'examples' || key.startsWith('x-'),
  );
  return {...Object.fromEntries(kept), ...form};
}

/** Replaces members that examples have. */
const withShown = (examples: unknown[] = [], shown: Readonly<Record<string, unknown>>): unknown[] =>
  examples.map((example) =>
    isObject(example)
      ? mapValues(example, (value, name) => (name in shown ? shown[name] : value))
      : example,
  );

/** Adds the schemas of another component to members that have none, and its required members. */
function likened(component: Schema, other: Schema): Schema {
  const own = Object.entries(component.properties ?? {});
  const properties = Object.fromEntries(
    own.map(([name, member]) => [name, {...member, ...(!member.type && other.properties?.[name])}]),
  );
  const required = [...new Set([...(other.required ?? []), ...(component.required ?? [])])];
  return {...component, properties, required};
}
