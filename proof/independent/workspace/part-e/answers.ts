import {createHash} from 'node:crypto';
import type {Context} from '../context.ts';
import {isObject, type Answer, type Json} from '../http.ts';
import {memoryOf} from '../part-d/memory.ts';
import {changed, part, rowsOf, type Spoiled} from '../part-d/spoil.ts';
import {HOUR, MINUTE} from '../time.ts';
import {issueCursor} from './cursors.ts';

function identifyKey(body: Json, c: Context): void {
  const number = createHash('sha256').update(c.by).digest('hex').slice(0, 8);
  part(part(body, 'account'), 'workspace')['number'] = number;
}

/** Shows the plan that was shown within the hour before. */
function keepPlan(body: Json, c: Context): void {
  const subscription = part(part(body, 'account'), 'subscription');
  const plan = subscription['tier'];
  if (typeof plan !== 'string') return;
  const memory = memoryOf(c.w);
  const name = `plan shown in ${c.space.id}`;
  const isFresh = c.w.now() < Number(memory.get(`end of the ${name}`) ?? 0);
  if (isFresh) subscription['tier'] = memory.get(name);
  else memory.set(name, plan).set(`end of the ${name}`, c.w.now() + HOUR);
}

function shareOf(body: Json): void {
  const runs = part(part(body, 'fair_use'), 'metered_runs');
  runs['counted'] = Number(runs['counted']) / Number(runs['ceiling']);
}

function swapTraits(body: Json): void {
  for (const row of rowsOf(part(body, 'catalog'), 'tools')) {
    const traits = part(row, 'traits');
    row['traits'] = {
      metered: traits['replaces_working_file'],
      replaces_working_file: traits['metered'],
    };
  }
}

function encodeKey(body: Json): void {
  const reserved = part(body, 'reserved');
  reserved['key'] = encodeURIComponent(String(reserved['key']));
}

function withStatus(from: number, to: number): Spoiled[2] {
  return (c, _, answer) => (c.mcp || answer.status !== from ? undefined : {...answer, status: to});
}

function emptyReplay(_: Context, _body: Json, answer: Answer): Answer | undefined {
  return answer.status === 200 ? {...answer, body: {}} : undefined;
}

function reverseLater(body: Json, c: Context): void {
  if (c.query['cursor'] !== undefined) body['data'] = rowsOf(body, 'data').toReversed();
}

/** Serves the version list as it was within the minute before. */
function cachedFiles(c: Context, body: Json, answer: Answer): Answer | undefined {
  const memory = memoryOf(c.w);
  const name = `files of ${c.params['publication']}`;
  if (c.w.now() < Number(memory.get(`end of the ${name}`) ?? 0)) {
    const known: unknown = JSON.parse(String(memory.get(name)));
    return isObject(known) ? {...answer, body: known} : undefined;
  }
  memory.set(name, JSON.stringify(body)).set(`end of the ${name}`, c.w.now() + MINUTE);
  return undefined;
}

function loseFlag(body: Json): void {
  const rows = rowsOf(body, 'data');
  if (rows[0]?.['made_by'] !== 'plain-copy') return;
  for (const row of rows) row['current'] = false;
}

function tellAddress(body: Json, c: Context): void {
  if (!c.mcp) return;
  const address = `https://reader.example/e/${c.params['publication']}`;
  for (const row of rowsOf(body, 'copies')) row['address'] = address;
}

/** What is wrong with the answers in part E. */
export const SPOILS_E: readonly Spoiled[] = [
  ['account-identifies-the-key', 'account', changed(identifyKey)],
  ['account-plan-cached', 'account', changed(keepPlan)],
  ['usage-used-as-share', 'usage', changed(shareOf)],
  ['tools-traits-swapped', 'tools', changed(swapTraits)],
  ['reserve-key-url-encoded', 'reserve', changed(encodeKey)],
  ['register-202', 'register', withStatus(201, 202)],
  ['start-200', 'start', withStatus(202, 200)],
  ['replay-body-empty', 'start', emptyReplay],
  ['list-second-page-reversed', 'list', changed(reverseLater)],
  ['list-cursor-once', 'list', changed((body, c) => issueCursor(c, body['next_cursor']))],
  ['files-cached-a-minute', 'files', cachedFiles],
  ['files-flag-lost-by-copy', 'files', changed(loseFlag)],
  ['mcp-reader-store-url', 'reader', changed(tellAddress)],
];
