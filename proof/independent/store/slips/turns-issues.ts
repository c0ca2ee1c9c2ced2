import {isLanguage} from '../content/codes.ts';
import {issueByNumber, issueNamed} from '../content/find.ts';
import {notFound} from '../replies.ts';
import type {Reply} from '../types.ts';
import {afterSuccess, before, bodyOf, jsonOf, type Turn, type Turns} from './types.ts';

/** Keeps the prices in currencies that content has already. */
async function keepPrices(turn: Turn): Promise<Reply> {
  const issue = issueByNumber(turn.context, turn.id);
  const stored = issue?.prices ?? [];
  const reply = await turn.go();
  if (issue === undefined || reply.status !== 204) return reply;
  issue.prices = issue.prices.map((price) => {
    return stored.find(({currency}) => currency === price.currency) ?? price;
  });
  return reply;
}

/** Notes that content has got another external_id. */
async function noteRenamed(turn: Turn): Promise<Reply> {
  const issue = issueByNumber(turn.context, turn.id);
  const external = issue?.externalId;
  const reply = await turn.go();
  if (issue !== undefined && issue.externalId !== external) issue.history.push('renamed');
  return reply;
}

/** Does not find content by an external_id that it got later. */
async function loseRenamed({context, id, go}: Turn): Promise<Reply> {
  const issue = issueNamed(context, id);
  const lost = issue?.externalId === id && issue.history.includes('renamed');
  return lost ? notFound('content') : go();
}

/** Drops the collections that only another store has. */
function dropForeign({ask: {body}, context}: Turn): void {
  if (!Array.isArray(body.collection)) return;
  const own = context.store.commerce.collections;
  const all = context.world.stores.flatMap(({commerce}) => commerce.collections);
  const names: unknown[] = body.collection;
  body.collection = names.filter((name) => {
    const text = String(name);
    return own.includes(text) || !all.includes(text);
  });
}

/** How requests about content are mishandled. */
export const ISSUE_TURNS: Turns = {
  createIssue: {
    'upload-answered-as-text': afterSuccess((reply) => {
      reply.headers = {...reply.headers, 'Content-Type': 'text/plain; charset=utf-8'};
    }),
    'upload-lang-ignored': before(({ask: {body}}) => {
      if (isLanguage(body.lang)) delete body.lang;
    }),
    'upload-description-lost': before(({ask: {body}}) => {
      if (typeof body.description === 'string') delete body.description;
    }),
    'upload-collection-of-other-store': before(dropForeign),
  },
  readIssue: {
    'issue-renamed-external-unread': async (turn) => loseRenamed(turn),
  },
  updateIssue: {
    'issue-update-price-kept': async (turn) => keepPrices(turn),
    'issue-renamed-external-unread': async (turn) => noteRenamed(turn),
  },
  listIssues: {
    'issues-reached-missing': afterSuccess((reply) => {
      delete jsonOf(bodyOf(reply).data).reached_issues_limit;
    }),
    'issues-search-plus': before(({ask: {query}}) => {
      const text = query.get('query');
      if (text !== null) query.set('query', text.replaceAll('+', ' '));
    }),
    'issues-query-lost-on-second-page': before(({ask: {query}}) => {
      if (Number(query.get('page') ?? 1) > 1) query.delete('query');
    }),
  },
};
