import {given, objectOf} from '../orders/fields.ts';
import type {Context, Json} from '../types.ts';
import {printedOf} from './judge-physical.ts';
import {noTerms} from './shelve.ts';
import {type Issue, type Price, type Term, TERMS} from './types.ts';

/** The terms that a faulty server keeps although they were not sent. */
function keptTerms({faults}: Context, issue: Issue, term: Term, names: unknown): string[] {
  const sent = Array.isArray(names) ? names.length : null;
  const kept =
    faults.has('issue-terms-merged') ||
    (faults.has('issue-keywords-merged') && term === 'keyword') ||
    (faults.has('issue-terms-kept-when-absent') && sent === null) ||
    (faults.has('issue-terms-kept-when-empty') && sent === 0);
  return kept ? issue.terms[term] : [];
}

function termsOf(context: Context, issue: Issue, body: Json): Issue['terms'] {
  const terms = noTerms();
  for (const term of TERMS) {
    const names = body[term];
    const kept = keptTerms(context, issue, term, names);
    terms[term] = [...new Set([...kept, ...(Array.isArray(names) ? names.map(String) : [])])];
  }
  return terms;
}

/** Takes terms that content has lost away from all other content, as a faulty server does. */
function unshare(context: Context, before: Issue['terms'], after: Issue['terms']): void {
  if (!context.faults.has('issue-term-removed-everywhere')) return;
  for (const term of TERMS) {
    const lost = before[term].filter((name) => !after[term].includes(name));
    for (const {terms} of context.store.commerce.issues.values()) {
      terms[term] = terms[term].filter((name) => !lost.includes(name));
    }
  }
}

/** The prices of a (judged) body, in cents; those that were there keep their date. */
function pricesOf(context: Context, issue: Issue, body: Json): Price[] {
  const table = objectOf(body.prices);
  if (table === null) return issue.prices;
  const now = context.now();
  return Object.entries(table).map(([currency, amount]) => {
    const before = issue.prices.find((one) => one.currency === currency);
    const cents = Math.round(Number(amount) * 100);
    return {currency, cents, createdAt: before?.createdAt ?? now, updatedAt: now};
  });
}

function textOr(value: unknown, stored: string): string {
  return typeof value === 'string' ? value : stored;
}

/** What a table of contents is: of digital content JSON, also when it came as a text. */
function contentsOf({type, table_of_contents: value}: Json): unknown {
  return type === 'physical' || typeof value !== 'string' ? value : JSON.parse(value);
}

/** Stores a (judged) body; but for taxonomies, what was not sent stays. */
export function fillIssue(context: Context, issue: Issue, body: Json): void {
  issue.externalId = textOr(body.external_id, issue.externalId);
  issue.name = textOr(body.name, issue.name);
  issue.description = textOr(body.description, issue.description);
  issue.publicationDate = textOr(body.publication_date, issue.publicationDate);
  issue.lang = textOr(body.lang, issue.lang);
  if (typeof body.free === 'boolean') issue.free = body.free;
  if (Array.isArray(body.bisac)) {
    issue.bisac = body.bisac.map((one) => String(objectOf(one)?.code));
  }
  const before = issue.terms;
  issue.terms = termsOf(context, issue, body);
  unshare(context, before, issue.terms);
  issue.prices = pricesOf(context, issue, body);
  if (given(body.table_of_contents)) issue.contents = contentsOf(body);
  if (typeof body.cover === 'string') issue.cover = body.cover;
  if (issue.physical !== null) issue.physical = printedOf(body, issue.physical);
  issue.updatedAt = context.now();
}
