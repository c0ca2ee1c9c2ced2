import {Page} from '../../operation.ts';

/** One page of a list, with the data for links to other pages. */
export interface ListedPage {
  /** From 1. */
  number: number;
  size: number;
  total: number;
  rows: readonly unknown[];
  /** Path of the list relative to the world's base URL. */
  path: string;
  /** The parameters of the list except the page. */
  query: Readonly<Record<string, string>>;
}

/** The number of pages on each side of the current one in the list of links. */
const BESIDE = 3;

/** The paginator of a list, with every link (Resources / Content issue, List envelope). */
export function paginator(page: ListedPage): Record<string, unknown> {
  const {number, size, total, rows, path} = page;
  const last = Math.max(1, Math.ceil(total / size));
  const first = (number - 1) * size;
  const linkTo = (target: number): Page | null =>
    target < 1 || target > last ? null : pageLink(page, target);
  return {
    current_page: number,
    data: rows,
    first_page_url: linkTo(1),
    from: rows.length ? first + 1 : null,
    last_page: last,
    last_page_url: linkTo(last),
    links: [
      {url: linkTo(number - 1), label: 'Previous', active: false},
      ...near(number, last).map((target) => ({
        url: linkTo(target),
        label: String(target),
        active: target === number,
      })),
      {url: linkTo(number + 1), label: 'Next', active: false},
    ],
    next_page_url: linkTo(number + 1),
    path: new Page(path),
    per_page: size,
    prev_page_url: linkTo(number - 1),
    to: rows.length ? first + rows.length : null,
    total,
  };
}

function pageLink({path, query}: ListedPage, target: number): Page {
  const parameters = new URLSearchParams({...query, page: String(target)});
  return new Page(`${path}?${parameters.toString()}`);
}

/** The first, the last and the pages around one, in order. */
function near(number: number, last: number): number[] {
  const from = Math.max(1, number - BESIDE);
  const to = Math.min(last, number + BESIDE);
  const around = Array.from({length: Math.max(0, to - from + 1)}, (_, at) => from + at);
  return [...new Set([1, ...around, last])];
}
