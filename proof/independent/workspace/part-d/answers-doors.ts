import type {Context} from '../context.ts';
import type {Answer, Json} from '../http.ts';
import {heldBackRows} from '../tools.ts';
import {memoryOf, timesOf} from './memory.ts';
import {changed, part, rowsOf, type Spoiled} from './spoil.ts';

/** Answers that begin with a guard against scripts. */
function guarded(c: Context, body: Json, answer: Answer): Answer | undefined {
  if (c.mcp || answer.status !== 202) return undefined;
  const headers = {...answer.headers, 'Content-Type': 'application/json; charset=utf-8'};
  return {...answer, headers, raw: Buffer.from(`)]}',\n${JSON.stringify(body)}`)};
}

function toolsOf(body: Json): Json[] {
  return rowsOf(part(body, 'catalog'), 'tools');
}

function setTools(body: Json, tools: Json[]): void {
  body['catalog'] = {tools, count: tools.length};
}

function setTrait(body: Json, name: string, value: boolean): void {
  for (const row of toolsOf(body)) part(row, 'traits')[name] = value;
}

function placesOf(body: Json): Json {
  return part(part(body, 'account'), 'publications');
}

function keepLeft(body: Json, c: Context): void {
  const places = placesOf(body);
  const name = `left ${c.by}`;
  const known = memoryOf(c.w).get(name) ?? Number(places['left']);
  memoryOf(c.w).set(name, known);
  places['left'] = known;
}

function addHeldBack(body: Json, c: Context): void {
  const [first] = c.w.spaces.keys();
  if (c.space.id !== first) setTools(body, [...toolsOf(body), ...heldBackRows(c.w)]);
}

function addAgain(body: Json, c: Context): void {
  const tools = toolsOf(body);
  setTools(body, Array.from({length: timesOf(c.w, 'tools read')}, () => tools).flat());
}

/** What is wrong with the answers about account, usage, catalog and runs. */
export const DOOR_SPOILS: readonly Spoiled[] = [
  ['accepted-with-guard', 'start', guarded],
  ['account-201', 'account', (_c, _body, answer) => ({...answer, status: 201})],
  [
    'account-shows-spent',
    'account',
    changed((body, c) => {
      placesOf(body)['left'] = c.space.spent;
    }),
  ],
  ['account-left-by-own-key', 'account', changed(keepLeft)],
  [
    'account-left-by-own-key',
    'register',
    changed((_, c) => {
      memoryOf(c.w).delete(`left ${c.by}`);
    }),
  ],
  [
    'run-read-without-phase',
    'run',
    changed((body) => {
      delete part(body, 'run')['phase'];
    }),
  ],
  [
    'tools-replaces-never-said',
    'tools',
    changed((body) => setTrait(body, 'replaces_working_file', false)),
  ],
  ['tools-metered-all', 'tools', changed((body) => setTrait(body, 'metered', true))],
  ['tools-held-back-for-second-workspace', 'tools', changed(addHeldBack)],
  ['tools-doubled-on-second-read', 'tools', changed(addAgain)],
  [
    'mcp-usage-without-ceiling',
    'usage',
    changed((body, c) => {
      if (c.mcp) delete part(part(body, 'fair_use'), 'metered_runs')['ceiling'];
    }),
  ],
];
