import {notFound} from '../replies.ts';
import type {Ask, Context, Json} from '../types.ts';
import {LIST} from './content-requests.ts';
import {jsonOf, listOf, nameOf, on, type Edit, type Variants} from './types.ts';

function pages(edit: (page: Json, context: Context, ask: Ask) => void): Edit {
  return on(LIST, (reply, ask, context) => {
    edit(jsonOf(jsonOf(jsonOf(reply.body).data).paginator), context, ask);
  });
}

function addresses(edit: (url: string, context: Context) => string): Edit {
  return pages((page, context) => {
    for (const [name, value] of Object.entries(page)) {
      if (/_url$|^path$/.test(name) && typeof value === 'string') page[name] = edit(value, context);
    }
    for (const link of listOf(page.links)) {
      if (typeof link.url === 'string') link.url = edit(link.url, context);
    }
  });
}

/** What a store puts into addresses that it hands out, in characters that clients like to rewrite. */
const SEAL = "seal='(a|b)^{c}[d]~%7E%2e!";

/** Takes the seal from what arrives. With any other seal, or a rewritten one, the address is none of the store. */
export function unsealed(text: string): string {
  if (!text.includes('seal=')) return text;
  return text.includes(SEAL) ? text.replaceAll(`&${SEAL}`, '') : '/no-such-seal';
}

/** An address with the seal, if it has a query. */
export function sealed(url: string): string {
  return url.includes('?') ? `${url}&${SEAL}` : url;
}

/** Shows a page number bar as another framework does: with dots, and few numbers. */
function shortBar(page: Json): void {
  const links = listOf(page.links);
  const [first] = links;
  const last = links.at(-1);
  const dots = {url: null, label: '...', page: null, active: false};
  const numbers = links.slice(1, -1).filter((one, index, all) => {
    return one.active || index === 0 || index === all.length - 1;
  });
  page.links = [
    {...first, label: '&laquo; Previous', page: null},
    ...numbers,
    dots,
    {...last, label: 'Next &raquo;', page: null},
  ];
}

/** What is open of lists of content, their pages and their search. */
export const CONTENT_LISTS: Variants = {
  'content-page-beyond-404': {
    reply: (reply, ask) => {
      if (!LIST.test(nameOf(ask)) || reply.status !== 200) return;
      const {data} = jsonOf(jsonOf(jsonOf(reply.body).data).paginator);
      if (Array.isArray(data) && data.length === 0) Object.assign(reply, notFound('content'));
    },
  },
  'content-addresses-relative': {reply: addresses((url) => url.replace(/^https?:\/\/[^/]+/, ''))},
  'content-addresses-of-the-public-name': {
    reply: addresses((url, {store}) => url.replace(/^https?:\/\/[^/]+/, store.domain)),
  },
  'content-addresses-sealed': {reply: addresses(sealed), arrives: unsealed},
  'content-addresses-without-query': {
    reply: addresses((url) => url.replace(/([?&])query=[^&]*&?/, '$1').replace(/[?&]$/, '')),
  },
  'content-links-short': {reply: pages(shortBar)},
  'content-limits-reached': {
    reply: on(LIST, (reply) => {
      const data = jsonOf(jsonOf(reply.body).data);
      Object.assign(data, {reached_issues_limit: true, reached_free_issues_limit: true});
    }),
  },
  'content-search-by-whole-name': {},
  'content-search-by-first-letters': {},
  'content-search-by-case': {},
  'content-search-by-external-id': {},
  'content-search-number-in-names-too': {},
  'content-list-by-number': {},
  'content-list-oldest-first': {},
  'content-list-by-name': {},
  'content-pages-of-100': {},
  'content-listed-shortly': {},
};
