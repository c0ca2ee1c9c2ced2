import {isBody, type Adapter} from '../relabel/adapter.ts';

/** The lists whose order is open, by their paths, with the member that has the rows. */
const LISTS: [path: RegExp, rows: string][] = [
  [/\/publications\/[^/]+\/files$/, 'data'],
  [/\/publications\/[^/]+\/reader$/, 'mirrors'],
  [/\/api\/v1\/tools$/, 'data'],
  [/\/plans\/collections$/, 'data'],
];

/** Shows the rows of such lists in another order at each read. */
export function rowsInAnyOrder(): Adapter {
  let reads = 0;
  return {
    adaptRequest() {},
    adaptResponse({path}, {body}) {
      const [, member] = LISTS.find(([list]) => list.test(path)) ?? [];
      const rows = member !== undefined && isBody(body) ? body[member] : undefined;
      if (!Array.isArray(rows) || !rows.length) return;
      reads += 1;
      rows.push(...rows.splice(0, reads % rows.length));
      if (reads % 2 === 0) rows.reverse();
    },
  };
}
