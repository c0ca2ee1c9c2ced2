import {pause} from '../time.ts';
import type {Context, Reply} from '../types.ts';
import {afterSuccess, bodyOf, jsonOf, listOf, type Turn, type Turns} from '../slips/types.ts';

/** How many external_ids a faulty index of uploads holds. */
const INDEXED = 8;

/** The number of the first content that is uploaded. */
const FIRST_UPLOAD = 812_003;

/** The greatest number of 16 bits. */
const MOST = 32_767;

/** Judges whether an external_id is taken by the newest uploads alone. */
async function lookAtNewest({ask, context, go}: Turn): Promise<Reply> {
  const {catalog, issues} = context.store.commerce;
  const uploads = [...issues.keys()].filter((id) => id >= FIRST_UPLOAD).sort((a, b) => b - a);
  const entry = catalog.get(String(ask.body.external_id));
  const place = uploads.indexOf(entry?.issueId ?? 0);
  if (entry === undefined || place < INDEXED) return go();
  const {withdrawn = false} = entry;
  entry.withdrawn = true;
  const reply = await go();
  if (reply.status >= 300) entry.withdrawn = withdrawn;
  return reply;
}

/** Stores a printed book without its prices. */
function dropPrices(reply: Reply, {ask, context}: Turn): void {
  const view = jsonOf(jsonOf(bodyOf(reply).data).issue);
  const issue = context.store.commerce.issues.get(Number(view.id));
  if (ask.body.type !== 'physical' || issue === undefined) return;
  issue.prices = [];
  Object.assign(view, {prices: {}, price_morph: []});
}

/** What begins the names of the lists of plans that a faulty server keeps. */
const keptFor = ({store}: Context, key = ''): string => `plans:${store.key}:${key}`;

/** Forgets the lists of plans that were kept, for one key or for all. */
function forget(context: Context, start: string): void {
  const {marks} = context.world;
  for (const name of marks.keys()) if (name.startsWith(start)) marks.delete(name);
}

/** Answers with the list that was kept for a key. */
async function listKept({ask: {query}, context, go}: Turn): Promise<Reply> {
  const {marks} = context.world;
  const name = `${keptFor(context, context.tokenId)}:${query.toString()}`;
  const kept = marks.get(name);
  if (kept !== undefined) return {status: 200, body: JSON.parse(kept)};
  const reply = await go();
  if (reply.status === 200) marks.set(name, JSON.stringify(reply.body));
  return reply;
}

const forgetAll = afterSuccess((_reply, {context}) => forget(context, keptFor(context)));

/** Lists by the reader whom the newest request names. */
async function shareReader({ask: {query}, context, go}: Turn): Promise<Reply> {
  const {marks} = context.world;
  marks.set('reader', query.get('user_id') ?? '');
  await pause();
  const reader = marks.get('reader') ?? '';
  if (reader === '') query.delete('user_id');
  else query.set('user_id', reader);
  return go();
}

/** How requests about content, plans and reading are mishandled. */
export const LIBRARY_TURNS_F: Turns = {
  createIssue: {
    'upload-external-ninth-forgotten': async (turn) => lookAtNewest(turn),
    'printed-prices-lost': afterSuccess(dropPrices),
  },
  listIssues: {
    'item-audio-file-issue-id': afterSuccess((reply) => {
      const {paginator} = jsonOf(bodyOf(reply).data);
      for (const {file} of listOf(jsonOf(paginator).data)) {
        const shown = jsonOf(file);
        if ((shown.track_title ?? null) !== null) shown.issue_id = shown.id;
      }
    }),
  },
  listPlans: {'plans-kept-for-other-key': async (turn) => listKept(turn)},
  createPlan: {'plans-kept-for-other-key': forgetAll},
  deletePlan: {'plans-kept-for-other-key': forgetAll},
  updatePlan: {
    'plans-kept-for-other-key': afterSuccess((_reply, {context}) => {
      forget(context, keptFor(context, context.tokenId));
    }),
  },
  listReading: {
    'readings-users-at-once-mixed': async (turn) => shareReader(turn),
    'reading-seconds-of-16-bits': afterSuccess((reply) => {
      for (const one of listOf(bodyOf(reply).data)) {
        one.seconds_reading = Math.min(Number(one.seconds_reading), MOST);
      }
    }),
  },
};
