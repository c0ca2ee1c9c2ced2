import type {Context} from '../context.ts';
import type {Answer, Json} from '../http.ts';
import {timesOf} from './memory.ts';
import {changed, part, rowsOf, type Spoiled} from './spoil.ts';

const REPLACING = ['epub-rebuild', 'metadata-enrich'];

function setInRows(body: Json, list: string, name: string, value: unknown): void {
  for (const row of rowsOf(body, list)) row[name] = value;
}

function dropInRows(body: Json, list: string, name: string): void {
  for (const row of rowsOf(body, list)) delete row[name];
}

function stickCursor(body: Json, c: Context): void {
  const given = c.query['cursor'];
  if (given !== undefined && body['next_cursor'] !== null) body['next_cursor'] = given;
}

/** Names the replacement before the last one as the current file. */
function lagBehind(body: Json): void {
  const made = rowsOf(body, 'data').filter((row) => REPLACING.includes(String(row['made_by'])));
  if (made[1] !== undefined) body['current_file_id'] = made[1]['id'];
}

function registeredIdOnly(c: Context, body: Json, answer: Answer): Answer | undefined {
  if (!c.mcp) return undefined;
  return {...answer, body: {publication: {id: part(body, 'publication')['id']}}};
}

function moved(c: Context, _: Json, answer: Answer): Answer {
  return {...answer, status: c.mcp ? answer.status : 301};
}

/** Numbers the links of a file. */
function numbered(c: Context, _: Json, answer: Answer): Answer {
  const number = timesOf(c.w, `links of ${c.params['file']}`);
  const url = `${answer.headers?.['Location'] ?? ''}&number=${number}`;
  return {...answer, headers: {...answer.headers, Location: url}};
}

/** What is wrong with the answers about publications, files and mirrors. */
export const LIBRARY_SPOILS: readonly Spoiled[] = [
  ['list-without-titles', 'list', changed((body) => dropInRows(body, 'data', 'name'))],
  ['list-cursor-stuck-on-page-two', 'list', changed(stickCursor)],
  ['files-flag-never-set', 'files', changed((body) => setInRows(body, 'data', 'current', false))],
  ['files-current-id-one-behind', 'files', changed(lagBehind)],
  ['reader-without-kind', 'reader', changed((body) => dropInRows(body, 'copies', 'mirror'))],
  ['download-301', 'download', moved],
  ['download-link-voided-by-next', 'download', numbered],
  ['mcp-register-id-only', 'register', registeredIdOnly],
];
