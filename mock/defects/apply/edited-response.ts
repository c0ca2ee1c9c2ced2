import {tokens} from '../../spec/json.ts';
import type {Defect} from '../defect.ts';
import type {PreparedResponse} from './prepared-response.ts';

type Edit = Extract<Defect, {seam: 'member' | 'header' | 'status'}>;
type MemberEdit = Extract<Defect, {seam: 'member'}>['edit'];

/** What defects make of a finished answer. */
export function edited(answer: PreparedResponse, edits: readonly Edit[]): PreparedResponse {
  let {status, headers, body} = answer;
  for (const edit of edits)
    if (edit.seam === 'status') status = edit.as;
    else if (edit.seam === 'header') headers = withHeader(headers, edit.header, edit.edit);
    else if (body) body = JSON.stringify(editAt(JSON.parse(body), tokens(edit.pointer), edit.edit));
  return {...answer, status, headers, body};
}

function withHeader(
  headers: Record<string, string>,
  name: string,
  edit: Extract<Defect, {seam: 'header'}>['edit'],
): Record<string, string> {
  const same =
    Object.keys(headers).find((known) => known.toLowerCase() === name.toLowerCase()) ?? name;
  const {[same]: was, ...rest} = headers;
  if (edit === 'drop') return rest;
  if ('set' in edit) return {...rest, [same]: edit.set};
  return was === undefined ? headers : {...rest, [same]: String(Number(was) + edit.add)};
}

/** `*` is every row of an array or every member of an object. */
function editAt(value: unknown, [token, ...rest]: string[], edit: MemberEdit): unknown {
  if (token === undefined) return changed(value, edit);
  if (typeof value !== 'object' || value === null) return value;
  const names = token === '*' ? Object.keys(value) : [token];
  if (rest.length === 0 && edit === 'drop') {
    const left = Object.entries(value).filter(([name]) => !names.includes(name));
    return Array.isArray(value)
      ? left.map(([, item]) => item as unknown)
      : Object.fromEntries(left);
  }
  const copy: any = Array.isArray(value) ? [...(value as unknown[])] : {...value};
  for (const name of names)
    if (
      Object.hasOwn(copy, name) ||
      (rest.length === 0 && typeof edit === 'object' && 'set' in edit)
    )
      copy[name] = editAt(copy[name], rest, edit);
  return copy;
}

function changed(value: unknown, edit: MemberEdit): unknown {
  if (edit === 'null') return null;
  if (typeof edit === 'object')
    return 'set' in edit ? edit.set : typeof value === 'number' ? value + edit.add : value;
  // retype: of another JSON type, whatever it was
  return typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : typeof value === 'string' || value === null
      ? 7
      : 'retyped';
}
