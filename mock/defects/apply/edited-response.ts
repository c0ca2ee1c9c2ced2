import {isObject, tokens} from '../../../spec/json.ts';
import type {PreparedResponse} from '../../http/prepared-response.ts';
import type {DefectOf} from './select.ts';

type Edit = DefectOf<'member' | 'header' | 'status'>;
type MemberEdit = DefectOf<'member'>['edit'];
type HeaderEdit = DefectOf<'header'>['edit'];
type Headers = PreparedResponse['headers'];

/** Applies the edits of defects to a finished response, one after the other. */
export const edited = (response: PreparedResponse, edits: readonly Edit[]): PreparedResponse =>
  edits.reduce(editedOnce, response);

function editedOnce(response: PreparedResponse, edit: Edit): PreparedResponse {
  if (edit.seam === 'status') return {...response, status: edit.as};
  if (edit.seam === 'header')
    return {...response, headers: withHeader(response.headers, edit.header, edit.edit)};
  if (!response.body) return response;
  const body: unknown = JSON.parse(response.body);
  return {...response, body: JSON.stringify(editAt(body, tokens(edit.pointer), edit.edit))};
}

function withHeader(headers: Headers, name: string, edit: HeaderEdit): Headers {
  const isSame = (known: string): boolean => known.toLowerCase() === name.toLowerCase();
  const written = Object.keys(headers).find(isSame) ?? name;
  const {[written]: value, ...rest} = headers;
  if (edit === 'drop') return rest;
  if ('set' in edit) return {...rest, [written]: edit.set};
  return value === undefined ? headers : {...rest, [written]: String(Number(value) + edit.add)};
}

/** Edits the value at a path; `*` stands for every item of an array or member of an object. */
function editAt(value: unknown, [token, ...rest]: string[], edit: MemberEdit): unknown {
  if (token === undefined) return changed(value, edit);
  if (!Array.isArray(value) && !isObject(value)) return value;
  const names = token === '*' ? Object.keys(value) : [token];
  if (rest.length === 0 && edit === 'drop') return without(value, names);
  const entries = new Map<string, unknown>(Object.entries(value));
  const isSet = rest.length === 0 && typeof edit === 'object' && 'set' in edit;
  for (const name of names)
    if (entries.has(name) || isSet) entries.set(name, editAt(entries.get(name), rest, edit));
  return Array.isArray(value) ? [...entries.values()] : Object.fromEntries(entries);
}

function without(value: object, names: readonly string[]): unknown {
  const left = Object.entries(value).filter(([name]) => !names.includes(name));
  if (!Array.isArray(value)) return Object.fromEntries(left);
  return left.map(([, item]) => item as unknown);
}

function changed(value: unknown, edit: MemberEdit): unknown {
  if (edit === 'null') return null;
  if (typeof edit === 'object') {
    if ('set' in edit) return edit.set;
    return typeof value === 'number' ? value + edit.add : value;
  }
  return retyped(value);
}

/** Replaces a value by one of another JSON type. */
function retyped(value: unknown): unknown {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return typeof value === 'string' || value === null ? 7 : 'retyped';
}
