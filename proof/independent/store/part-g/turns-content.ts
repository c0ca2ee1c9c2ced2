import {invalidField} from '../replies.ts';
import {
  after,
  afterSuccess,
  bodyOf,
  jsonOf,
  listOf,
  type Turn,
  type Turns,
} from '../slips/types.ts';
import {pause} from '../time.ts';
import type {Json, Reply} from '../types.ts';

const NUMBER = /^\d+$/;

/** Refuses an external_id that is the number of another one. */
async function refuseSameNumber({ask: {body}, context, go}: Turn): Promise<Reply> {
  const wanted = String(body.external_id);
  const reply = (): Reply => invalidField('external_id', 'Other content has it.', context.faults);
  const others = [...context.store.commerce.issues.values()].map(({externalId}) => externalId);
  const taken = others.some((one) => NUMBER.test(one) && Number(one) === Number(wanted));
  return NUMBER.test(wanted) && taken ? reply() : go();
}

/** Answers with what was uploaded last. */
async function answerLast({context, go}: Turn): Promise<Reply> {
  const reply = await go();
  if (reply.status !== 201) return reply;
  const key = `uploaded:${context.store.key}`;
  const {marks} = context.world;
  marks.set(key, JSON.stringify(reply.body));
  await pause();
  return {...reply, body: JSON.parse(marks.get(key) ?? '{}')};
}

/** Shows no publication before the clock of computers began. */
function fromEpochOn(issue: Json): void {
  const published = jsonOf(issue.published_at);
  if (Number(published.timestamp) >= 0) return;
  Object.assign(published, {timestamp: 0, date: '1970-01-01 00:00:00'});
  issue.published_at_utc = '1970-01-01T00:00:00Z';
}

/** Shows the content of an answer so. */
const LONE = afterSuccess((reply) => {
  const {issue} = jsonOf(bodyOf(reply).data);
  if (issue !== undefined) fromEpochOn(jsonOf(issue));
});

/** The paginator of a list of content. */
function paginatorOf(reply: Reply): Json {
  return jsonOf(jsonOf(bodyOf(reply).data).paginator);
}

/** Notes that content got another day of publication. */
async function noteDay({ask, context, id, go}: Turn): Promise<Reply> {
  const issue = context.store.commerce.issues.get(Number(id));
  const day = issue?.publicationDate;
  const reply = await go();
  if (issue?.publicationDate !== day) context.world.marks.set(`redated:${id}`, ask.method);
  return reply;
}

/** Leaves content with another day out of the later pages. */
function skipRedated(reply: Reply, {context: {world}}: Turn): void {
  const paginator = paginatorOf(reply);
  if (paginator.current_page === 1) return;
  const rows = listOf(paginator.data).filter(({id}) => !world.marks.has(`redated:${String(id)}`));
  paginator.data = rows;
  if (rows.length > 0) paginator.to = Number(paginator.from) + rows.length - 1;
}

/** Tells of a page behind the last one, when that is full. */
function goTooFar(reply: Reply): void {
  const paginator = paginatorOf(reply);
  if (Number(paginator.total) % Number(paginator.per_page) !== 0) return;
  const url = new URL(String(paginator.last_page_url));
  url.searchParams.set('page', String(Number(paginator.last_page) + 1));
  paginator.last_page_url = url.href;
}

/** How requests about content are mishandled. */
export const ISSUE_TURNS_G: Turns = {
  createIssue: {
    'upload-external-loosely-taken': async (turn) => refuseSameNumber(turn),
    'upload-race-answers-mixed': async (turn) => answerLast(turn),
    'issue-published-before-1970': LONE,
  },
  readIssue: {
    'issue-published-before-1970': LONE,
  },
  updateIssue: {
    'issues-redated-lost': async (turn) => noteDay(turn),
  },
  listIssues: {
    'issue-published-before-1970': after((reply) => {
      for (const row of listOf(paginatorOf(reply).data)) fromEpochOn(row);
    }),
    'issues-redated-lost': afterSuccess(skipRedated),
    'issues-last-url-one-too-far': afterSuccess(goTooFar),
  },
};
