import {afterSuccess, bodyOf, jsonOf, listOf, type Turn, type Turns} from '../slips/types.ts';
import {type Term, TERMS} from '../content/types.ts';
import {pause} from '../time.ts';
import type {Context, Json, Reply} from '../types.ts';

/** The names of a taxonomy that the content of a store has. */
function namesOf({store}: Context, term: Term): Set<string> {
  const issues = [...store.commerce.issues.values()];
  return new Set(issues.flatMap(({terms}) => terms[term]));
}

/** Makes new terms some time after looking for them, and leaves those out that others have made since. */
async function makeTermsLate({ask: {body}, context, go}: Turn): Promise<Reply> {
  const free = TERMS.filter((term) => term !== 'collection' && Array.isArray(body[term]));
  const before = new Map(free.map((term) => [term, namesOf(context, term)]));
  await pause();
  for (const [term, known] of before) {
    const since = namesOf(context, term);
    const sent = body[term] as unknown[];
    body[term] = sent.filter((one) => known.has(String(one)) || !since.has(String(one)));
  }
  return go();
}

/** The currencies in which content has prices, in their order. */
function currenciesOf({context, id}: Turn): string[] {
  const issue = context.store.commerce.issues.get(Number(id));
  return (issue?.prices ?? []).map(({currency}) => currency);
}

/** Notes that a price is gone from before others, which keep their places. */
async function noteGaps(turn: Turn): Promise<Reply> {
  const was = currenciesOf(turn);
  const reply = await turn.go();
  const is = currenciesOf(turn);
  const {marks} = turn.context.world;
  if (reply.status !== 204 || was.join() === is.join()) return reply;
  const kept = was.map((one) => is.includes(one));
  const gap = kept.indexOf(false);
  if (gap !== -1 && kept.includes(true, gap)) marks.set(`gap:${turn.id}`, String(gap));
  else marks.delete(`gap:${turn.id}`);
  return reply;
}

/** Shows the price records of content with a gap by their places. */
function showPlaces(issue: Json, {world}: Context): void {
  const gap = world.marks.get(`gap:${String(issue.id)}`);
  if (gap === undefined) return;
  const records = listOf(issue.price_morph).map((one, index): [number, Json] => {
    return [index < Number(gap) ? index : index + 1, one];
  });
  issue.price_morph = Object.fromEntries(records);
}

/** The paginator of a list of content. */
function paginatorOf(reply: Reply): Json {
  return jsonOf(jsonOf(bodyOf(reply).data).paginator);
}

/** Writes the address of the page before without what is searched for. */
function forgetQuery(reply: Reply): void {
  const paginator = paginatorOf(reply);
  if (typeof paginator.prev_page_url !== 'string') return;
  const url = new URL(paginator.prev_page_url);
  url.searchParams.delete('query');
  paginator.prev_page_url = url.href;
}

/** How requests about content are mishandled. */
export const ISSUE_TURNS_H: Turns = {
  createIssue: {
    'upload-race-new-term-lost': async (turn) => makeTermsLate(turn),
  },
  updateIssue: {
    'issue-price-records-keyed': async (turn) => noteGaps(turn),
  },
  readIssue: {
    'issue-price-records-keyed': afterSuccess((reply, {context}) => {
      showPlaces(jsonOf(jsonOf(bodyOf(reply).data).issue), context);
    }),
  },
  listIssues: {
    'issue-price-records-keyed': afterSuccess((reply, {context}) => {
      for (const row of listOf(paginatorOf(reply).data)) showPlaces(row, context);
    }),
    'issues-prev-url-forgets-query': afterSuccess(forgetQuery),
  },
};
