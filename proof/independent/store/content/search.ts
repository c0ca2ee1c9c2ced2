import type {Context} from '../types.ts';
import {conversionState, isConverting} from './conversion.ts';
import {issueByNumber} from './find.ts';
import {isThere} from './remove.ts';
import type {Issue} from './types.ts';

/** A text without accents, in small letters. */
function folded(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
}

function isDeferred(context: Context, issue: Issue): boolean {
  const {faults} = context;
  if (faults.has('issues-deferred-resumed-kept') && issue.history.includes('resumed')) return true;
  return conversionState(context, issue).status === 'deferred';
}

/** The content in one state of conversion. */
function inState(context: Context, all: Issue[], query: string): Issue[] {
  const {faults} = context;
  if (query === 'converting') {
    if (faults.has('issues-converting-all')) return all;
    return all.filter((one) => isConverting(context, one));
  }
  if (faults.has('issues-deferred-none')) return [];
  return all.filter((one) => isDeferred(context, one));
}

/** The name by which content is found (a faulty index keeps the first one). */
function indexedName({faults}: Context, {name, history}: Issue): string {
  const first = history.find((entry) => entry.startsWith('name:'));
  return faults.has('issues-search-stale') && first !== undefined ? first.slice(5) : name;
}

/** Content with a number, as a search finds it. */
function numbered(context: Context, all: Issue[], query: string): Issue[] {
  const {faults} = context;
  if (faults.has('issues-search-number-missing')) return [];
  if (faults.has('issues-search-number-prefix') && /^\d+$/.test(query)) {
    return all.filter((one) => String(one.id).startsWith(query));
  }
  const found = issueByNumber(context, query, faults.has('issues-search-any-store'));
  const there = found !== undefined && isThere(context, found, 'list');
  return there ? [found] : [];
}

/** The content that a search asks for. */
export function searched(context: Context, all: Issue[], query: string): Issue[] {
  if (query === 'converting' || query === 'deferred') return inState(context, all, query);
  const {faults, variants} = context;
  const found = numbered(context, all, query);
  const both = variants.has('content-search-number-in-names-too');
  if (found.length > 0 && !both) return found;
  if (variants.has('content-search-by-external-id')) {
    found.push(...all.filter((one) => one.externalId === query));
  }
  if (faults.has('issues-search-names-of-digits') && /^\d/.test(query)) return [];
  if (faults.has('issues-search-name-missing') && query !== '') return [];
  if (faults.has('issues-search-accents') && /[^ -~]/.test(query)) return [];
  const named = all.filter((one) => isNamed(context, indexedName(context, one), query));
  return [...new Set([...found, ...named])];
}

/** Whether a search finds a name: by any part of it, or less. */
function isNamed({variants}: Context, name: string, query: string): boolean {
  if (query === '') return true;
  if (variants.has('content-search-by-whole-name')) return folded(name) === folded(query);
  if (variants.has('content-search-by-first-letters')) {
    return folded(name).startsWith(folded(query));
  }
  if (variants.has('content-search-by-case')) return name.includes(query);
  return folded(name).includes(folded(query));
}
