import type {Pair, PairsSeen} from '../spec/run-record.ts';
import {escape, folded} from './html-escape.ts';

/** Both pairs of one cell: the later operation is about the same resource, or about another of its kind. */
const HALVES: readonly Pair['of'][] = ['the same', 'another'];

/** A tried pair is a full square, one that was not tried an empty one: that of the same resource stands on the left. */
const SQUARE = {
  tried: (x: number): string => `<rect x="${x}" width="8" height="8" rx="1" class="fill"/>`,
  notTried: (x: number): string =>
    `<rect x="${x + 0.75}" y=".75" width="6.5" height="6.5" rx="1" class="line"/>`,
};

/**
 * What was tried of the first rank, a table for each kind of resource: a row for each operation that changes one, a column
 * for each later one.
 */
export function pairsTables(pairs: PairsSeen | undefined): string {
  if (!pairs) return '';
  const kinds = [...new Set([...pairs.tried, ...pairs.notTried].map(({kind}) => kind))];
  if (!kinds.length) return '';
  return `<p>Each row is an operation that changes a resource, each column a later one: about the same resource (left square), or about another of its kind (right square). Full squares were tried; the names of their scenes stand in <a href="coverage.json">coverage.json</a>, with what was tried of each operation.</p>
${kinds.map((kind) => folded(`${kind}: ${countOf(kind, pairs)}`, table(kind, pairs))).join('\n')}`;
}

function countOf(kind: string, {tried, notTried}: PairsSeen): string {
  const [done, left] = [tried, notTried].map((of) => of.filter((one) => one.kind === kind).length);
  return `${done} of ${(done ?? 0) + (left ?? 0)} pairs tried`;
}

function table(kind: string, pairs: PairsSeen): string {
  const all = [...pairs.tried, ...pairs.notTried].filter((one) => one.kind === kind);
  const tried = new Set(pairs.tried.filter((one) => one.kind === kind).map(keyOf));
  const columns = [...new Set(all.map(({later}) => later))].sort();
  const names = columns.map((later) => `<th scope="col"><span>${escape(later)}</span></th>`);
  const rows = [...new Set(all.map(({first}) => first))].map((first) => {
    const cells = columns.map((later) => cell(kind, first, later, all, tried));
    return `<tr><th scope="row">${escape(first)}</th>${cells.join('')}</tr>`;
  });
  return `<div class="scroll" role="region" aria-label="Pairs of ${escape(kind)}" tabindex="0">
<table class="pairs"><thead><tr><td></td>${names.join('')}</tr></thead>
<tbody>
${rows.join('\n')}
</tbody></table></div>`;
}

/** A pair of a kind without its kind. */
const keyOf = ({first, later, of}: Omit<Pair, 'kind'>): string => `${first} ${later} ${of}`;

function cell(
  kind: string,
  first: string,
  later: string,
  all: readonly Pair[],
  tried: ReadonlySet<string>,
): string {
  const halves = HALVES.filter((of) =>
    all.some((one) => keyOf(one) === keyOf({first, later, of})),
  ).map((of) => ({of, isTried: tried.has(keyOf({first, later, of}))}));
  const words = halves.map(({of, isTried}) => `${of} ${kind}: ${isTried ? 'tried' : 'not tried'}`);
  const squares = halves.map(({of, isTried}) =>
    SQUARE[isTried ? 'tried' : 'notTried'](of === 'the same' ? 0 : 10),
  );
  const label = escape(`${first}, then ${later}: ${words.join('; ')}`);
  return `<td><svg class="halves" viewBox="0 0 18 8" role="img" aria-label="${label}"><title>${label}</title>${squares.join('')}</svg></td>`;
}
