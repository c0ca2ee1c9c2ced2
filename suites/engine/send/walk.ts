import type {Pager} from '../../../spec/openapi.ts';
import type {Call, Walk} from '../../../spec/step.ts';
import type {Exchange} from '../../../spec/exchange.ts';
import type {Codec} from '../../target/codec.ts';
import {Blocked} from './blocked.ts';
import {cut, inPage, nextPage, sameRows} from './pages.ts';

/** The functions with which a walk sends its steps. */
export interface Walker {
  /** Sends the call of a page, counted from 0. */
  page(call: Call, turn: number): Promise<Exchange>;
  /** Sends the steps between two pages. */
  between(walk: Walk): Promise<unknown>;
  /** Whether the walk may end with this page. */
  isEnough(page: Exchange): boolean;
}

/**
 * Walks a list from its first page to its last.
 * @returns the pages; the last one has `walkEndedBecause` if it may not be the end of the list
 * @throws Blocked if a response is no page
 */
export async function walkPages(step: Walk, codec: Codec, walker: Walker): Promise<Exchange[]> {
  const pager = codec.pager(step.page.op);
  const {success} = codec.operation(step.page.op);
  const pages: Exchange[] = [];
  let call = step.page;
  for (let turn = 0; turn < step.atMost; turn += 1) {
    const page = await walker.page(call, turn);
    if (!page.situations.includes(success)) return endedBy(page, pages, step, {pager, success});
    if (repeats(page, pages, pager)) return endedByRepetition(pages, step);
    const isSeenAgain = leadsBack(page, pages, pager);
    pages.push(page);
    if (isSeenAgain) return cut(pages, 'a link leads back to a page that was read before');
    if (walker.isEnough(page)) return pages;
    if (step.between?.after === turn + 1) await walker.between(step);
    const next = nextPage(call, page, pager, turn);
    if (!next) return pages;
    if (isCursorUsedUp(next, pages, pager))
      return cut(pages, 'a cursor leads back to its own page');
    call = next;
  }
  return cut(pages, `${step.atMost} pages were not all of it`);
}

/** The statuses with which a service may refuse a cursor, or a page that its list no longer has. */
const REFUSALS_OF_CURSORS = [400, 404, 409, 410, 422];

/** The pages of a walk whose last response is no page. @throws Blocked if the walk must not end like this */
function endedBy(
  page: Exchange,
  pages: Exchange[],
  step: Walk,
  {pager, success}: {pager: Pager; success: string},
): Exchange[] {
  // If page numbers are used, a page that does not exist is after the last one.
  if (pager.kind === 'page' && page.status === 404 && pages.length > 0) return pages;
  // The document shows no page parameter here, so a strict deployment refuses the one that was sent.
  if (pager.kind === 'page' && pages.length === 1 && [400, 422].includes(page.status))
    return cut(pages, `it refuses \`${pager.param}\`: say how it turns pages (pager.${page.op})`);
  // Here the page before has announced another one; the judge decides whether it may be missing.
  if (page.situations.includes('nothing-found')) return [...pages, page];
  const status = page.status || page.problem?.text;
  // What was done between two pages may be the cause: the judge knows whether it may be.
  if (
    step.between &&
    pages.length >= step.between.after &&
    REFUSALS_OF_CURSORS.includes(page.status)
  )
    return cut([...pages, page], `page ${pages.length + 1} was answered ${status}`);
  throw new Blocked(`${page.op}: page ${pages.length + 1} was answered ${status}`, {
    needed: {situation: success, exchange: page},
  });
}

const repeats = (page: Exchange, pages: Exchange[], pager: Pager): boolean =>
  pager.kind === 'page' && pages.some((earlier) => sameRows(page, earlier, pager.rows));

/** Whether the link to the next page led to a page that was read before, so that the walk would not end. */
const leadsBack = (page: Exchange, pages: Exchange[], pager: Pager): boolean =>
  pager.kind === 'next-link' && pages.some((earlier) => sameRows(page, earlier, pager.rows));

/** Whether the cursor of this call was already followed twice, so that the walk would not end. */
function isCursorUsedUp({query}: Call, pages: Exchange[], pager: Pager): boolean {
  if (pager.kind !== 'cursor') return false;
  const cursor = query?.[pager.param];
  // The last of these pages has it as well, and was not followed yet.
  const leadingHere = pages.filter((page) => inPage(page, pager.next) === cursor);
  return leadingHere.length > 2;
}

/**
 * The pages of a walk whose second page equals the first. The list may have one page only, or it may use
 * another page parameter.
 */
function endedByRepetition(pages: Exchange[], {page: {op}}: Walk): Exchange[] {
  if (pages.length > 1) return pages;
  return cut(
    pages,
    `its second page is the first again; if that is not all, say how it turns pages (pager.${op})`,
  );
}
