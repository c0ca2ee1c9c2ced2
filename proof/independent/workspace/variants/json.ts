import type {World} from '../world.ts';

type Style = {
  number: (value: number) => string;
  text: (value: string) => string;
  pretty: boolean;
};

const escaped = (value: string): string =>
  JSON.stringify(value)
    .replaceAll('/', '\\/')
    .replace(/[\u007f-\uffff]/g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`);

const asFloat = (value: number): string =>
  Number.isSafeInteger(value) ? `${value}.0` : `${value}`;

function styleOf(w: World): Style {
  const v = w.variants;
  let number: Style['number'] = String;
  if (v.has('integers-as-floats')) number = asFloat;
  if (v.has('integers-with-exponent')) number = (value) => value.toExponential();
  const text = v.has('texts-escaped') ? escaped : JSON.stringify;
  return {number, text, pretty: v.has('json-indented')};
}

function write(value: unknown, style: Style, indent: string): string {
  if (typeof value === 'number') return Number.isFinite(value) ? style.number(value) : 'null';
  if (typeof value === 'string') return style.text(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const inner = `${indent}  `;
  const line = style.pretty ? `\r\n${inner}` : '';
  const last = style.pretty ? `\r\n${indent}` : '';
  if (Array.isArray(value)) {
    const parts = value.map((one) => write(one, style, inner));
    return parts.length === 0 ? '[ ]' : `[${line}${parts.join(`,${line}`)}${last}]`;
  }
  const colon = style.pretty ? ' : ' : ':';
  const parts = Object.entries(value)
    .filter(([, one]) => one !== undefined)
    .map(([name, one]) => `${style.text(name)}${colon}${write(one, style, inner)}`);
  return parts.length === 0 ? '{}' : `{${line}${parts.join(`,${line}`)}${last}}`;
}

/** A body as JSON text, in the way of a variant. */
export function jsonText(w: World, body: unknown): string {
  const text = write(body, styleOf(w), '');
  return w.variants.has('json-indented') ? `${text}\r\n` : text;
}
