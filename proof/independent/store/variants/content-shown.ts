import type {Json} from '../types.ts';
import {TERMS} from '../content/types.ts';
import {issues, READ, UPLOAD} from './content-requests.ts';
import {jsonOf, listOf, on, type Edit, type Variants} from './types.ts';

/** Shows terms otherwise. */
function terms(edit: (names: string[], row: Json, term: string) => void): Edit {
  return issues((row) => {
    for (const term of TERMS) if (Array.isArray(row[term])) edit(row[term], row, term);
  });
}

function prices(edit: (cents: number, code: string) => unknown): Edit {
  return issues((row) => {
    const table = jsonOf(row.prices);
    for (const [code, one] of Object.entries(table)) {
      table[code] = edit(Number(jsonOf(one).cents), code);
    }
  });
}

/** What is open of how a content is shown. */
export const CONTENT_SHOWN: Variants = {
  'content-read-bare': {
    reply: on(READ, (reply) => {
      const body = jsonOf(reply.body);
      body.data = jsonOf(body.data).issue;
    }),
    profile: {rows: {getIssue: {at: '/data'}}},
  },
  'content-read-in-a-list': {
    reply: on(READ, (reply) => {
      const body = jsonOf(reply.body);
      body.data = [jsonOf(body.data).issue];
    }),
    profile: {rows: {getIssue: {at: '/data/0'}}},
  },
  'content-read-as-page': {
    reply: on(READ, (reply) => {
      const body = jsonOf(reply.body);
      const {issue} = jsonOf(body.data);
      body.data = {paginator: {current_page: 1, data: [issue], total: 1}};
    }),
    profile: {rows: {getIssue: {at: '/data/paginator/data/0'}}},
  },
  'content-message-in-spanish': {
    reply: on(UPLOAD, (reply) => {
      jsonOf(jsonOf(reply.body).data).message =
        'El título será procesado y estará disponible en la biblioteca en breve.';
    }),
  },
  'content-covers-later': {
    reply: issues((row) => {
      if (row.conversion_status !== 'done' && 'cover' in row) {
        row.cover = null;
        row.cover_image_path = null;
      }
    }),
  },
  'content-covers-hosted': {
    reply: issues((row) => {
      if (!('cover' in row)) return;
      row.cover = `https://cdn.bookshelf.example/c/${String(row.id)}@2x.webp`;
      row.cover_image_path = `tenants/31/${String(row.id)}/cover.webp`;
    }),
  },
  'taxonomy-sorted': {reply: terms((names) => void names.sort())},
  'taxonomy-as-objects': {
    reply: terms((names, row, term) => {
      row[term] = names.map((name, index) => ({id: 40 + index, name, slug: name.toLowerCase()}));
    }),
  },
  'taxonomy-as-text': {
    reply: terms((names, row, term) => {
      row[term] = names.join(', ');
    }),
  },
  'taxonomy-not-shown': {
    reply: issues((row) => {
      for (const term of TERMS) delete row[term];
      for (const name of ['bisac', 'table_of_contents', 'physical']) delete row[name];
    }),
  },
  'content-descriptions-wrapped': {
    reply: issues((row) => {
      const text = String(row.description);
      if (!text.startsWith('<p>') && text !== '') row.description = `<p>${text}</p>`;
    }),
  },
  'content-free-without-prices': {
    reply: issues((row) => {
      if (row.free === true) Object.assign(row, {prices: {}, price_morph: []});
    }),
  },
  'content-prices-as-numbers': {reply: prices((cents) => cents / 100)},
  'content-prices-as-texts': {reply: prices((cents) => (cents / 100).toFixed(2))},
  'content-prices-in-cents': {reply: prices((cents) => cents)},
  'content-published-in-microseconds': {
    reply: issues((row) => {
      const at = jsonOf(row.published_at);
      at.date = `${String(at.date)}.000000`;
      at.timezone_type = 3;
    }),
  },
  'content-published-utc-as-clock-time': {
    reply: issues((row) => {
      row.published_at_utc = String(row.published_at_utc).replace('T', ' ').replace('Z', '');
    }),
  },
  'content-published-utc-in-microseconds': {
    reply: issues((row) => {
      row.published_at_utc = String(row.published_at_utc).replace('Z', '.000000Z');
    }),
  },
  'content-files-measured-later': {
    reply: issues((row) => {
      if (row.conversion_status === 'done' || row.file === null) return;
      Object.assign(jsonOf(row.file), {duration: 0, size_in_kb: 0, track_title: null});
    }),
  },
  'content-untyped-members-null': {
    reply: issues((row) => {
      Object.assign(row, {audience: null, notification_text: '', notifies_users: null});
    }),
  },
  'content-items-of-other-types': {
    reply: issues((row) => {
      if (!('license' in row)) return;
      Object.assign(row, {
        marketplace: 0,
        license: {ppu: false, retail: true},
        private_material: 0,
        preview: {pages: 10},
        free_to: [],
        notes_count: '0',
        discount: {USD: 10},
        publication_date: `${String(row.publication_date)}T00:00:00.000000Z`,
        created_at: {date: String(row.created_at), timezone: 'UTC'},
        ti_free: 0,
        ti_license: null,
      });
    }),
  },
  'content-languages-with-hyphens': {
    reply: issues((row) => {
      if (typeof row.lang === 'string') row.lang = `${row.lang}-US`;
    }),
  },
  'content-languages-with-region': {
    reply: issues((row) => {
      row.lang = `${String(row.lang)}_AR`;
    }),
  },
  'content-slugs-plain': {
    reply: issues((row) => {
      row.slug = String(row.id);
    }),
  },
  'content-price-records-of-countries': {
    reply: issues((row) => {
      const records = listOf(row.price_morph);
      const more = records.map((one) => ({...one, id: Number(one.id) + 9, country_code: 'UY'}));
      row.price_morph = [...records, ...more];
    }),
  },
  'content-ids-huge': {seed: (world) => void (world.nextIssue = 900_719_920_000_001)},
};
