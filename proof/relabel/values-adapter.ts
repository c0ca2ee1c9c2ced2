import {isBody, type Adapter} from './adapter.ts';
import {mapStrings} from './strings.ts';
import type {ValueForm} from './value-form.ts';

/** An instant as the mock writes it. */
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

/**
 * Other values for members whose values no document gives (States and transitions: "not shown"), by a member of the
 * same object.
 */
const OPEN_VALUES: [beside: string, member: string, values: Record<string, string>][] = [
  ['original_size_bytes', 'status', {ready: 'on_the_shelf'}],
  ['mirror', 'conversion_status', {pending: 'waits', converting: 'at_it', converted: 'finished'}],
  ['publication_id', 'state', {queued: 'accepted', running: 'in_the_press'}],
];

/** Writes instants in another form, and changes values that the documents do not give. */
export function valuesAdapter(form: ValueForm): Adapter {
  return {
    adaptRequest() {},
    adaptResponse(_request, response) {
      response.body = withOpenValues(mapStrings(response.body, (text) => otherText(text, form)));
    },
  };
}

/** Changes values inside a text that is JSON, for example a tool's result. */
function otherText(text: string, form: ValueForm): string {
  if (INSTANT.test(text)) return form.instant(Date.parse(text));
  if (!text.startsWith('{')) return text;
  try {
    const inner = mapStrings(JSON.parse(text), (one) => otherText(one, form));
    return JSON.stringify(withOpenValues(inner));
  } catch {
    return text;
  }
}

function withOpenValues(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withOpenValues);
  if (!isBody(value)) return value;
  const body = Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, withOpenValues(member)]),
  );
  for (const [beside, member, values] of OPEN_VALUES)
    if (beside in body && member in body)
      body[member] = values[String(body[member])] ?? body[member];
  return body;
}
