import {isLanguage} from '../content/codes.ts';
import {issueByNumber} from '../content/find.ts';
import {invalidField} from '../replies.ts';
import type {Reply} from '../types.ts';
import {afterSuccess, before, bodyOf, jsonOf, type Turn, type Turns} from './types.ts';

/** Knows every collection that an upload names. */
async function takeCollections({ask, context, go}: Turn): Promise<Reply> {
  const {commerce} = context.store;
  const known = commerce.collections;
  const {collection} = ask.body;
  if (Array.isArray(collection)) commerce.collections = [...known, ...collection.map(String)];
  const reply = await go();
  commerce.collections = known;
  return reply;
}

/** Answers a read by external reference as the first time. */
async function readOnce({context, id, go}: Turn): Promise<Reply> {
  const reply = await go();
  const issue = jsonOf(jsonOf(bodyOf(reply).data).issue);
  if (reply.status !== 200 || String(issue.id) === id) return reply;
  const {marks} = context.world;
  const key = `issue:${context.store.key}:${id}`;
  const known = marks.get(key);
  if (known !== undefined) return {status: 200, body: JSON.parse(known)};
  marks.set(key, JSON.stringify(reply.body));
  return reply;
}

/** Notes the first description of content. */
async function noteDescription(turn: Turn): Promise<Reply> {
  const issue = issueByNumber(turn.context, turn.id);
  const first = issue?.description ?? '';
  const reply = await turn.go();
  const known = issue?.history.some((entry) => entry.startsWith('described:')) === true;
  if (reply.status === 204 && !known) issue?.history.push(`described:${first}`);
  return reply;
}

/** Refuses the update of a printed book that names no file. */
async function demandFile({ask: {body}, context, id, go}: Turn): Promise<Reply> {
  const printed = (issueByNumber(context, id)?.physical ?? null) !== null;
  const refused = printed && body.file_url === undefined;
  return refused ? invalidField('file_url', 'This is needed.', context.faults) : go();
}

/** How many titles of a store were deleted. */
function deletedIn({context: {store, world}}: Turn): {key: string; count: number} {
  const key = `deleted:${store.key}`;
  return {key, count: Number(world.marks.get(key) ?? 0)};
}

/** How requests about content are mishandled. */
export const ISSUE_TURNS_E2: Turns = {
  createIssue: {
    'upload-collection-unchecked': async (turn) => takeCollections(turn),
  },
  readIssue: {
    'issue-external-read-stale': async (turn) => readOnce(turn),
  },
  updateIssue: {
    'issue-update-lang-ignored': before(({ask: {body}}) => {
      if (isLanguage(body.lang)) delete body.lang;
    }),
    'issue-raw-text-stale': async (turn) => noteDescription(turn),
    'printed-update-file-needed': async (turn) => demandFile(turn),
  },
  deleteIssue: {
    'issues-total-counts-deleted': afterSuccess((_reply, turn) => {
      const {key, count} = deletedIn(turn);
      turn.context.world.marks.set(key, String(count + 1));
    }),
  },
  listIssues: {
    'issues-total-counts-deleted': afterSuccess((reply, turn) => {
      if (turn.ask.query.has('query')) return;
      const paginator = jsonOf(jsonOf(bodyOf(reply).data).paginator);
      paginator.total = Number(paginator.total) + deletedIn(turn).count;
    }),
  },
};
