import {invalidField, notFound} from '../replies.ts';
import type {Ask, Context, Json, Reply} from '../types.ts';
import {TERMS} from '../content/types.ts';
import {bodyOf, each, jsonOf, listOf, nameOf, on, type Edit, type Variants} from './types.ts';

const UPLOAD = /^POST \/dashboard\/issues$/;
const UPDATE = /^PUT \/dashboard\/issues\/[^/]+$/;
const LIST = /^(GET|HEAD) \/dashboard\/issues$/;
const READ = /^(GET|HEAD) \/dashboard\/issues\/[^/]+$/;
const WRITES = /^(POST|PUT) \/dashboard\/issues/;

const issues = (edit: (row: Json, context: Context) => void): Edit => each('issue', edit);

/** Shows terms otherwise. */
function terms(edit: (names: string[], row: Json, term: string) => void): Edit {
  return issues((row) => {
    for (const term of TERMS) if (Array.isArray(row[term])) edit(row[term], row, term);
  });
}

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

function refusing(
  name: RegExp,
  field: string,
  test: (value: unknown, body: Json, context: Context) => boolean,
): Variants[string] {
  return {
    instead: (ask, context) => {
      const value = ask.body[field] ?? null;
      if (!name.test(nameOf(ask)) || value === null) return null;
      const refused = test(value, ask.body, context);
      return refused ? invalidField(field, 'This cannot be taken.', context.faults) : null;
    },
  };
}

const HOST = /^https?:\/\/files\.bookshelf\.example\//;
const unfetchable = (value: unknown): boolean =>
  typeof value === 'string' && /^https?:\/\/./.test(value) && !HOST.test(value);

function prices(edit: (cents: number, code: string) => unknown): Edit {
  return issues((row) => {
    const table = jsonOf(row.prices);
    for (const [code, one] of Object.entries(table)) {
      table[code] = edit(Number(jsonOf(one).cents), code);
    }
  });
}

const NO_FILES = {
  samples: {
    epub_file: null,
    pdf_file: null,
    mp3_file: null,
    mpga_file: null,
    jpg_cover: null,
    png_cover: null,
  },
};

const WORDS: Record<string, string> = {
  started_dispatching_conversion: 'queued',
  converting_pages: 'processing',
  deferred: 'waiting_for_license',
};

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

/** Fields that an update does not send are empty afterwards. */
const replacing = bodyOf(UPDATE, (body) => {
  const empty = {description: '', prices: {}, bisac: [], table_of_contents: [], free: false};
  for (const [name, value] of Object.entries(empty)) body[name] ??= value;
});

function found(ask: Ask, context: Context): Json[] {
  const id = decodeURIComponent(ask.path.split('/').at(-1) ?? '');
  return [...context.store.commerce.issues.values()].filter((one) => {
    return String(one.id) === id || one.externalId === id;
  }) as unknown as Json[];
}

/** What is open of content. */
export const CONTENT: Variants = {
  'content-read-bare': {
    reply: on(READ, (reply) => {
      const body = jsonOf(reply.body);
      body.data = jsonOf(body.data).issue;
    }),
    profile: {rows: {getIssue: {at: '/data'}}},
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
  'conversion-done-at-once': {},
  'conversion-takes-an-hour': {},
  'conversion-in-other-words': {
    reply: issues((row) => {
      row.conversion_status = WORDS[String(row.conversion_status)] ?? row.conversion_status;
    }),
  },
  'conversion-progress-otherwise': {
    reply: issues((row) => {
      row.conversion_status_progress = `page 1 of 9 (${String(row.conversion_status_progress)})`;
    }),
  },
  'conversion-progress-empty': {
    reply: issues((row) => {
      row.conversion_status_progress = '';
    }),
  },
  'conversion-settings-empty': {
    reply: issues((row) => {
      row.conversion_settings = {};
    }),
  },
  'content-hooks-few': {
    config: {
      hooks: {
        'switch-content': null,
        'switch-physical': null,
        'defer-conversion': null,
        'resume-conversion': null,
      },
    },
  },
  'content-files-checked': refusing(UPLOAD, 'file_url', unfetchable),
  'content-files-checked-without-samples': {
    ...refusing(UPLOAD, 'file_url', unfetchable),
    config: NO_FILES,
  },
  'content-without-samples': {config: NO_FILES},
  'content-file-names-checked': refusing(UPLOAD, 'file_url', (value, {extension}) => {
    const path = String(value).split(/[?#]/)[0] ?? '';
    const known = ['mpga', 'mp3', 'pdf', 'epub'].includes(String(extension));
    return /^https?:/.test(path) && known && !path.toLowerCase().endsWith(`.${String(extension)}`);
  }),
  'content-covers-checked': refusing(WRITES, 'cover', (value) => {
    return typeof value === 'string' && /^https?:\/\//.test(value) && !HOST.test(value);
  }),
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
  'content-languages-with-hyphens': {
    reply: issues((row) => {
      if (typeof row.lang === 'string') row.lang = `${row.lang}-US`;
    }),
  },
  'content-pages-of-100': {},
  'content-file-changes-ignored': {
    ask: bodyOf(UPDATE, (body) => {
      delete body.extension;
      delete body.file_url;
      delete body.type;
    }),
  },
  'content-update-replaces-all': {ask: replacing},
  'content-update-keeps-external-id': {
    instead: (ask, context) => {
      const [issue] = UPDATE.test(nameOf(ask)) ? found(ask, context) : [];
      const {external_id: id} = ask.body;
      if (issue === undefined || typeof id !== 'string' || issue.externalId === id) return null;
      return invalidField('external_id', 'This field is prohibited.', context.faults);
    },
  },
  'content-external-id-of-deleted-taken': {},
  'content-features-off': {
    seed: (world) => {
      for (const {commerce} of world.stores) commerce.features.content = false;
    },
    config: {hooks: {'switch-content': null}},
    profile: {choices: {'NS-ST-98': 'not enabled'}},
  },
  'content-printed-off': {
    seed: (world) => {
      for (const {commerce} of world.stores) commerce.features.physical = false;
    },
    config: {hooks: {'switch-physical': null}},
    profile: {choices: {'NS-ST-99': 'not enabled'}},
  },
  'content-stock-is-a-number': {
    ...refusing(WRITES, 'stock', (value) => typeof value === 'boolean'),
    reply: issues((row) => {
      const {stock} = jsonOf(row.physical);
      if (typeof stock === 'boolean') jsonOf(row.physical).stock = stock ? 14 : 0;
    }),
  },
  'content-stock-is-a-switch': refusing(WRITES, 'stock', (value) => typeof value === 'number'),
  'content-terms-at-most-50-letters': {
    instead: (ask, context) => {
      if (!WRITES.test(nameOf(ask))) return null;
      const long = TERMS.find((term) => {
        const names: unknown = ask.body[term];
        return Array.isArray(names) && names.some((one) => String(one).length > 50);
      });
      return long === undefined ? null : invalidField(long, 'Too long.', context.faults);
    },
  },
  'content-bisac-unchecked': {
    ask: bodyOf(WRITES, (body) => {
      if (Array.isArray(body.bisac)) body.bisac = body.bisac.map(() => ({code: 'FIC000000'}));
    }),
  },
  'content-languages-in-capitals': {
    ask: bodyOf(WRITES, (body) => {
      if (typeof body.lang === 'string') body.lang = body.lang.toLowerCase();
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

/** The status of plans that have not been released. */
function unreleased(ask: Ask): Reply | null {
  return /\/dashboard\/plans/.test(ask.path) ? notFound('address') : null;
}

const PLANS_LIST = /^(GET|HEAD) \/dashboard\/plans$/;
const PLAN_CREATE = /^POST \/dashboard\/plans$/;
const PLAN_WRITES = /^(POST|PUT) \/dashboard\/plans/;

/** What is open of plans. */
export const PLANS: Variants = {
  'plans-unreleased': {
    instead: unreleased,
    profile: {choices: {'NS-ST-68': 'not served'}},
  },
  'plans-created-without-body': {
    reply: on(PLAN_CREATE, (reply) => {
      reply.body = '';
    }),
  },
  'plans-created-with-message': {
    reply: on(PLAN_CREATE, (reply) => {
      reply.body = {CODE: 'success', data: [], message: 'The plan was created.'};
    }),
  },
  'plans-list-plain': {
    reply: on(PLANS_LIST, (reply) => {
      const body = jsonOf(reply.body);
      body.data = jsonOf(body.data).plans;
    }),
    profile: {rows: {listPlans: {at: '/data'}}},
  },
  'plans-list-in-paginator': {
    reply: on(PLANS_LIST, (reply) => {
      const body = jsonOf(reply.body);
      const {plans, total} = jsonOf(body.data);
      body.data = {paginator: {current_page: 1, data: plans, total}};
    }),
    profile: {rows: {listPlans: {at: '/data/paginator/data'}}},
  },
  'plans-prices-by-currency': {
    reply: each('plan', (row) => {
      const pairs = listOf(row.prices).map(({currency, cents}) => [currency, cents]);
      row.prices = Object.fromEntries(pairs);
    }),
  },
  'plans-prices-in-units': {
    reply: each('plan', (row) => {
      const pairs = listOf(row.prices).map(({currency, cents}) => {
        return [currency, (Number(cents) / 100).toFixed(2)];
      });
      row.prices = Object.fromEntries(pairs);
    }),
  },
  'plans-prices-not-shown': {
    reply: each('plan', (row) => {
      delete row.prices;
    }),
  },
  'plans-trial-days-zero': {
    reply: each('plan', (row) => {
      row.free_trial_days ??= 0;
    }),
  },
  'plans-deleted-hidden': {},
  'plans-list-newest-first': {},
  'plans-names-unique': {
    instead: (ask, context) => {
      if (!PLAN_CREATE.test(nameOf(ask))) return null;
      const taken = [...context.store.plans.values()].some((one) => one.title === ask.body.name);
      return taken ? invalidField('name', 'It is taken.', context.faults) : null;
    },
  },
  'plans-numbers-of-recurring-refused': {
    instead: (ask, context) => {
      const {type, duration = null} = ask.body;
      const refused = PLAN_WRITES.test(nameOf(ask)) && type === 'recurring' && duration !== null;
      return refused ? invalidField('duration', 'Of prepaid plans.', context.faults) : null;
    },
  },
  'plans-updated-with-all-or-not': {
    instead: (ask, context) => {
      if (!nameOf(ask).startsWith('PUT /dashboard/plans')) return null;
      const field = ['type', 'name', 'details'].find((name) => ask.body[name] === undefined);
      return field === undefined ? null : invalidField(field, 'Needed.', context.faults);
    },
    profile: {choices: {'NS-ST-87': null}},
  },
  'plans-store-without-collections': {
    seed: (world) => {
      for (const {commerce} of world.stores) commerce.collections = [];
    },
    config: {hooks: {'seed-collection': null}},
  },
  'plans-none-yet': {
    config: {samples: {subscribable_plan: null, unsubscribable_plan: null, foreign_plan: null}},
  },
  'plans-details-cleaned': {
    reply: each('plan', (row) => {
      row.details = String(row.details).replaceAll(/<(\/?)b>/g, '<$1strong>');
    }),
  },
};
