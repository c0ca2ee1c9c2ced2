import {invalidField} from '../replies.ts';
import type {Ask, Context, Json} from '../types.ts';
import {TERMS} from '../content/types.ts';
import {issues, UPDATE, UPLOAD, WRITES} from './content-requests.ts';
import {bodyOf, jsonOf, nameOf, type Variants} from './types.ts';

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

/** Whether content of another store has an external_id. */
function isElsewhere(value: unknown, _body: Json, {world, store}: Context): boolean {
  const others = world.stores.filter((one) => one !== store);
  const entries = others.map(({commerce}) => commerce.catalog.get(String(value)));
  return entries.some((entry) => entry !== undefined && entry.withdrawn !== true);
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

/** Fields that an update does not send are empty afterwards. */
const replacing = bodyOf(UPDATE, (body) => {
  const empty = {description: '', prices: {}, bisac: [], free: false};
  for (const [name, value] of Object.entries(empty)) body[name] ??= value;
});

function found(ask: Ask, context: Context): Json[] {
  const id = decodeURIComponent(ask.path.split('/').at(-1) ?? '');
  return [...context.store.commerce.issues.values()].filter((one) => {
    return String(one.id) === id || one.externalId === id;
  }) as unknown as Json[];
}

/** What is open of uploads and updates of content. */
export const CONTENT_WRITES: Variants = {
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
  'content-file-changes-ignored': {
    ask: bodyOf(UPDATE, (body) => {
      delete body.extension;
      delete body.file_url;
      delete body.type;
    }),
  },
  'content-update-replaces-all': {ask: replacing},
  'content-update-with-the-file': {
    instead: (ask, context) => {
      const [issue] = UPDATE.test(nameOf(ask)) ? found(ask, context) : [];
      if (issue === undefined || issue.physical) return null;
      const missing = ['extension', 'file_url'].find((field) => !ask.body[field]);
      return missing === undefined ? null : invalidField(missing, 'Needed.', context.faults);
    },
    profile: {choices: {'NS-ST-65': 'with the file'}},
  },
  'content-update-keeps-external-id': {
    instead: (ask, context) => {
      const [issue] = UPDATE.test(nameOf(ask)) ? found(ask, context) : [];
      const {external_id: id} = ask.body;
      if (issue === undefined || typeof id !== 'string' || issue.externalId === id) return null;
      return invalidField('external_id', 'This field is prohibited.', context.faults);
    },
  },
  'content-external-id-of-deleted-taken': {},
  'content-external-ids-unique-over-stores': refusing(WRITES, 'external_id', isElsewhere),
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
};
