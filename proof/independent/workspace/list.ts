import {Refusal} from './http.ts';
import type {Answer, Json} from './http.ts';
import {ownPublications, publicationRow} from './library.ts';
import type {Context} from './context.ts';
import type {Publication} from './model.ts';
import type {World} from './world.ts';

type Place = {order: number; created: number; offset: number};

function writeCursor(place: Place): string {
  const text = `${place.created}/${place.order}/${place.offset}`;
  return Buffer.from(text).toString('base64url');
}

function readCursor(cursor: string): Place {
  const found = /^(\d{1,16})\/(\d{1,12})\/(\d{1,9})$/.exec(
    Buffer.from(cursor, 'base64url').toString('latin1'),
  );
  if (found === null) {
    throw new Refusal(400, 'bad_cursor', 'This cursor was not given by the list.', {cursor});
  }
  return {created: Number(found[1]), order: Number(found[2]), offset: Number(found[3])};
}

function source(c: Context, first: boolean): Publication[] {
  const {w, space} = c;
  const f = w.faults;
  let rows = ownPublications(w, space);
  if (f.has('list-of-all-workspaces') || (f.has('list-later-pages-of-all') && !first)) {
    rows = [...w.publications.values()].sort((a, b) => b.order - a.order);
  }
  if (f.has('list-without-audiobooks')) rows = rows.filter((one) => one.type === 'book');
  if (f.has('list-oldest-first')) rows.reverse();
  if (f.has('list-by-title')) rows.sort((a, b) => (a.title < b.title ? -1 : 1));
  return rows;
}

function remaining(w: World, rows: Publication[], place: Place | undefined): Publication[] {
  if (place === undefined) return rows;
  const f = w.faults;
  if (f.has('list-oldest-first')) return rows.filter((one) => one.order > place.order);
  if (f.has('list-by-offset') || f.has('list-by-title')) return rows.slice(place.offset);
  if (f.has('list-cursor-inclusive')) return rows.filter((one) => one.order <= place.order);
  if (f.has('list-cursor-by-time')) return rows.filter((one) => one.created < place.created);
  return rows.filter((one) => one.order < place.order);
}

function pageSize(w: World, place: Place | undefined): number {
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

/** The operation listPublications. */
export function listPublications(c: Context): Answer {
  const {w} = c;
  const f = w.faults;
  let cursor = c.query['cursor'];
  if (c.mcp && f.has('mcp-list-ignores-cursor')) cursor = undefined;
  if (cursor === undefined && f.has('list-cursor-required')) {
    throw new Refusal(422, 'invalid_fields', 'The cursor is missing.');
  }
  const place = cursor === undefined ? undefined : readCursor(cursor);
  const rest = remaining(w, source(c, place === undefined), place);
  const size = pageSize(w, place);
  const shown = rest.slice(0, size);
  const last = shown.at(-1);
  const more = f.has('list-more-when-page-full') ? rest.length >= size : rest.length > size;
  const next =
    last === undefined || !more
      ? null
      : writeCursor({
          order: last.order,
          created: last.created,
          offset: (place?.offset ?? 0) + shown.length,
        });
  const data = [...reservedRows(c), ...shown.map((one) => publicationRow(w, one, true))];
  return {status: 200, body: envelopeOf(w, {data, next_cursor: next, has_more: more})};
}
