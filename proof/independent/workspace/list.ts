import {Refusal} from './http.ts';
import type {Answer, Json} from './http.ts';
import {ownPublications, publicationRow} from './library.ts';
import type {Context} from './context.ts';
import type {Publication} from './model.ts';
import {judgeCursor, neighbours, noteCursor} from './part-d/library.ts';
import {countedRows, joinedRows, joinedSize, listedSpace} from './part-e/library.ts';
import {HOUR} from './time.ts';
import {givenCursor, isAfter, strangeCursor, visible, writtenCursor} from './variants/lists.ts';
import type {World} from './world.ts';

type Place = {id?: string; order: number; created: number; offset: number; space?: string};

function writeCursor(place: Place): string {
  const home = place.space === undefined ? '' : `/${place.space}`;
  const text = `${place.created}/${place.order}/${place.offset}${home}`;
  return Buffer.from(text).toString('base64url');
}

function readCursor(w: World, cursor: string): Place {
  const text = Buffer.from(cursor, 'base64url').toString('latin1');
  if (w.faults.has('cursor-carries-workspace') && text.split('/').length === 4) {
    const cut = text.lastIndexOf('/');
    const place = readCursor(w, Buffer.from(text.slice(0, cut)).toString('base64url'));
    return {...place, space: text.slice(cut + 1)};
  }
  const found = /^(\d{1,16}(?:\.\d+)?)\/(-?\d{1,12})\/(\d{1,9})$/.exec(text);
  if (found === null) {
    if (strangeCursor(w) === null) return {order: Infinity, created: Infinity, offset: 0};
    throw new Refusal(400, 'bad_cursor', 'This cursor was not given by the list.', {cursor});
  }
  return {created: Number(found[1]), order: Number(found[2]), offset: Number(found[3])};
}

function latest(w: World, one: Publication): number {
  return w.files.get(one.versions.at(-1) ?? '')?.created ?? one.created;
}

function source(c: Context, place: Place | undefined): Publication[] {
  const {w} = c;
  const f = w.faults;
  const first = place === undefined;
  const space = w.spaces.get(place?.space ?? '') ?? listedSpace(c) ?? c.space;
  let rows = visible(w, ownPublications(w, space));
  if (f.has('list-by-newest-version')) rows.sort((a, b) => latest(w, b) - latest(w, a));
  const later = f.has('list-later-pages-of-all') || (c.mcp && f.has('mcp-later-pages-of-all'));
  if (f.has('list-of-all-workspaces') || (later && !first)) {
    rows = [...w.publications.values()].sort((a, b) => b.order - a.order);
  }
  if (f.has('list-without-audiobooks')) rows = rows.filter((one) => one.type === 'book');
  rows = joinedRows(w, rows);
  if (f.has('list-oldest-first')) rows.reverse();
  if (f.has('list-by-title')) rows.sort((a, b) => (a.title < b.title ? -1 : 1));
  return rows;
}

function remaining(w: World, rows: Publication[], place: Place | undefined): Publication[] {
  if (place === undefined) return rows;
  const f = w.faults;
  if (f.has('list-oldest-first')) return rows.filter((one) => one.order > place.order);
  if (f.has('list-by-newest-version')) return rows.slice(place.offset);
  if (f.has('list-third-page-skips-one') && place.offset >= 100) {
    return rows.filter((one) => one.order < place.order).slice(1);
  }
  if (f.has('list-by-offset') || f.has('list-by-title')) return rows.slice(place.offset);
  if (f.has('list-cursor-inclusive')) return rows.filter((one) => one.order <= place.order);
  if (f.has('list-cursor-by-time')) return rows.filter((one) => one.created < place.created);
  const from = w.variants.size > 0 ? byOrder(w, place.order) : undefined;
  if (from === undefined) return rows.filter((one) => one.order < place.order);
  return rows.filter((one) => isAfter(w, one, from));
}

function byOrder(w: World, order: number): Publication | undefined {
  for (const one of w.publications.values()) if (one.order === order) return one;
  return undefined;
}

function pageSize(c: Context, place: Place | undefined): number {
  const {w} = c;
  if (c.mcp && w.faults.has('mcp-list-page-of-10')) return 10;
  if (w.faults.has('list-page-of-20')) return 20;
  if (w.faults.has('list-page-of-51')) return 51;
  if (w.faults.has('list-later-pages-of-100') && place !== undefined) return 100;
  return 50;
}

function envelopeOf(w: World, page: Json): Json {
  const f = w.faults;
  if (f.has('list-data-renamed')) {
    page['items'] = page['data'];
    delete page['data'];
  }
  if (f.has('list-no-more-flag')) delete page['has_more'];
  if (f.has('list-more-as-text')) page['has_more'] = String(page['has_more']);
  if (f.has('list-more-always-false')) page['has_more'] = false;
  if (f.has('list-more-always-true')) page['has_more'] = true;
  if (f.has('list-next-renamed')) {
    page['next'] = page['next_cursor'];
    delete page['next_cursor'];
  }
  if (f.has('list-last-page-without-cursor-member') && page['next_cursor'] === null) {
    delete page['next_cursor'];
  }
  return page;
}

function reservedRows(c: Context): Json[] {
  const rows: Json[] = [];
  if (!c.w.faults.has('list-shows-landed-uploads')) return rows;
  for (const one of c.w.reservations.values()) {
    if (one.space === c.space.id && one.stored !== null && !one.registered) {
      rows.push({id: one.id, kind: 'book', state: 'uploaded', name: one.title});
    }
  }
  return rows;
}

function cachedPage(c: Context): Answer {
  const {w, by} = c;
  const known = w.pages.get(by);
  if (known !== undefined && w.now() - known.at < HOUR) return known.answer;
  const answer = readPage(c);
  w.pages.set(by, {at: w.now(), answer});
  return answer;
}

/** The operation listPublications. */
export function listPublications(c: Context): Answer {
  const {w} = c;
  const first = c.query['cursor'] === undefined;
  const answer = first && w.faults.has('list-cached-first-page') ? cachedPage(c) : readPage(c);
  const empty = first && ownPublications(w, c.space).length === 0;
  return empty && w.faults.has('list-empty-204') ? {status: 204, body: undefined} : answer;
}

/** Where a page begins; undefined: at the first row. */
function placeAt(c: Context, cursor: string | undefined): Place | undefined {
  if (cursor === '' && c.w.variants.has('cursor-empty-is-first-page')) return undefined;
  return cursor === undefined ? undefined : readCursor(c.w, givenCursor(c, cursor));
}

function readPage(c: Context): Answer {
  const {w} = c;
  const f = w.faults;
  let cursor = c.query['cursor'];
  if (c.mcp && f.has('mcp-list-ignores-cursor')) cursor = undefined;
  if (cursor === undefined && f.has('list-cursor-required')) {
    throw new Refusal(422, 'invalid_fields', 'The cursor is missing.');
  }
  const place = placeAt(c, cursor);
  const rows = source(c, place);
  judgeCursor(c, cursor, rows.length);
  const rest = remaining(w, rows, place);
  const following = countedRows(w, rows, rest).length + neighbours(c);
  const size = joinedSize(w, rest, pageSize(c, place));
  const shown = rest.slice(0, size);
  const last = shown.at(-1);
  const more = f.has('list-more-when-page-full') ? rest.length >= size : following > size;
  const next =
    last === undefined || !(more || w.variants.has('cursor-on-last-page'))
      ? w.variants.has('cursor-empty-on-last-page')
        ? ''
        : null
      : writeCursor({
          order: last.order,
          created: last.created,
          offset: (place?.offset ?? 0) + shown.length,
          ...(f.has('cursor-carries-workspace') && {space: c.space.id}),
        });
  if (next !== null) noteCursor(c, next, rows.length);
  const data = [...reservedRows(c), ...shown.map((one) => publicationRow(w, one, true))];
  return {
    status: 200,
    body: envelopeOf(w, {
      data,
      next_cursor: next === null ? null : writtenCursor(c, next),
      has_more: more,
    }),
  };
}
