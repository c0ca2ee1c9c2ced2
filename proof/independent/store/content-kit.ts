import {asList, asObject, type How, type Seen, type Site, type Value} from './probe-kit.ts';

let serial = 0;

/** A valid body of an upload, with changes (undefined removes a member). */
function issueBody(changes: Value = {}): Value {
  serial += 1;
  return {
    publication_date: '2026-02-03',
    name: `Title ${serial}`,
    extension: 'epub',
    file_url: `https://files.example/${serial}.epub`,
    external_id: `isbn-${serial}`,
    ...changes,
  };
}

/** A valid body of a printed book, with changes. */
function printedBody(changes: Value = {}): Value {
  const file = {extension: undefined, file_url: undefined};
  return issueBody({type: 'physical', ...file, ...changes});
}

/** Uploads content. */
export function upload(site: Site, changes: Value = {}, how: How = {}): Promise<Seen> {
  return site.call('POST', '/dashboard/issues', {body: issueBody(changes), ...how});
}

/** Makes a printed book. */
export function print(site: Site, changes: Value = {}, how: How = {}): Promise<Seen> {
  return site.call('POST', '/dashboard/issues', {body: printedBody(changes), ...how});
}

/** The content that an upload answered. */
export async function uploaded(site: Site, changes: Value = {}, how: How = {}): Promise<Value> {
  return asObject((await upload(site, changes, how)).data.issue);
}

/** The printed book that its making answered. */
export async function printed(site: Site, changes: Value = {}): Promise<Value> {
  return asObject((await print(site, changes)).data.issue);
}

/** Reads content by its number or external_id. */
export function readIssue(site: Site, id: unknown, how: How = {}): Promise<Seen> {
  return site.call('GET', `/dashboard/issues/${encodeURIComponent(String(id))}`, how);
}

/** Content as a read shows it. */
export async function issueRow(site: Site, id: unknown): Promise<Value> {
  return asObject((await readIssue(site, id)).data.issue);
}

/** Updates content: the changes, with what is needed. */
export function changeIssue(
  site: Site,
  issue: Value,
  changes: Value = {},
  how: How = {},
): Promise<Seen> {
  const {name, external_id} = issue;
  const body = {name, external_id, publication_date: '2026-02-03', ...changes};
  return site.call('PUT', `/dashboard/issues/${String(issue.id)}`, {body, ...how});
}

/** Deletes content. */
export function deleteIssue(site: Site, id: unknown, how: How = {}): Promise<Seen> {
  return site.call('DELETE', `/dashboard/issues/${encodeURIComponent(String(id))}`, how);
}

/** A page of the list of content. */
export async function issues(site: Site, query = '', page = 1, how: How = {}): Promise<Value> {
  const tail = query === '' ? '' : `query=${encodeURIComponent(query)}&`;
  const {data} = await site.call('GET', `/dashboard/issues?${tail}page=${page}`, how);
  return asObject(data.paginator);
}

/** The numbers of the content that a search finds, on its first page. */
export async function foundIssues(site: Site, query: string): Promise<unknown[]> {
  return asList((await issues(site, query)).data).map((one) => one.id);
}

/** The row of content in the list, found by its number. */
export async function listRow(site: Site, id: unknown): Promise<Value> {
  const rows = asList((await issues(site, String(id))).data);
  return rows.find((one) => String(one.id) === String(id)) ?? {};
}

/** A page of the list of reading sessions. */
export async function readings(site: Site, tail = '', how: How = {}): Promise<Value> {
  return (await site.call('GET', `/consumption/sessions${tail}`, how)).json;
}

/** The sessions on a page. */
export async function sessionRows(site: Site, tail = ''): Promise<Value[]> {
  return asList((await readings(site, tail)).data);
}

/** Records a session by hook, and gives its uuid. */
export async function read(site: Site, args: Value = {}, role = 'admin'): Promise<unknown> {
  return (await site.hook('record-reading', {role, issue: 610_020, ...args})).uuid;
}

/** The row of a new session, which is recorded by hook. */
export async function readRow(site: Site, args: Value = {}, tail = ''): Promise<Value> {
  const uuid = await read(site, args);
  return (await sessionRows(site, tail)).find((one) => one.uuid === uuid) ?? {};
}

/** Every session of a walk by cursors, and the pages that it had. */
export async function walk(site: Site, tail: string): Promise<{rows: Value[]; pages: Value[]}> {
  const pages: Value[] = [];
  let page = await readings(site, tail);
  pages.push(page);
  while (typeof page.next_cursor === 'string' && pages.length < 50) {
    const sign = tail === '' ? '?' : '&';
    page = await readings(site, `${tail}${sign}cursor=${page.next_cursor}`);
    pages.push(page);
  }
  return {rows: pages.flatMap((one) => asList(one.data)), pages};
}
