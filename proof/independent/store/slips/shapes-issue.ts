import {ISSUE_SHAPES_D} from './shapes-d.ts';
import {ISSUE_SHAPES_E2} from './shapes-e2.ts';
import {offsetIso} from '../time.ts';
import {
  jsonOf,
  listOf,
  rewritten,
  type Shapes,
  without,
  withoutIn,
  withoutInEach,
} from './types.ts';

const LOWER = (value: unknown): string => String(value).toLowerCase().replaceAll(' ', '-');

/** Changes each price record. */
function price(edit: (one: Record<string, unknown>) => void): Shapes[string] {
  return (view) => listOf(view.price_morph).forEach(edit);
}

/** Changes the file. */
function file(edit: (one: Record<string, unknown>) => void): Shapes[string] {
  return (view) => {
    if (view.file !== null) edit(jsonOf(view.file));
  };
}

/** How the members of content are miswritten, wherever it is shown. */
const MEMBERS: Shapes = {
  'issue-id-as-text': rewritten('id', String),
  'issue-external-missing': without('external_id'),
  'issue-name-as-slug': rewritten('name', LOWER),
  'issue-version-as-text': rewritten('version', (number) => `v${String(number)}`),
  'issue-user-as-text': rewritten('user_id', String),
  'issue-notifies-missing': without('notifies_users'),
  'issue-published-as-text': rewritten('published_at', (at) => jsonOf(at).date),
  'issue-published-zone-missing': withoutIn('published_at', 'timezone'),
  'issue-published-utc-as-unix': rewritten('published_at_utc', (at) => Date.parse(String(at))),
  'issue-published-now': (view, {now, store}) => {
    const date = offsetIso(now(), store).slice(0, 19).replace('T', ' ');
    view.published_at = {timestamp: Math.floor(now() / 1000), date, timezone: store.zone};
  },
  'issue-conversion-as-code': rewritten('conversion_status', (at) => (at === 'done' ? 4 : 1)),
  'issue-progress-as-number': rewritten('conversion_status_progress', (at) =>
    Number.parseInt(String(at), 10),
  ),
  'issue-settings-as-list': rewritten('conversion_settings', () => []),
  'issue-description-missing': (view) => {
    if (view.description === '') delete view.description;
  },
  'issue-raw-text-missing': without('description_raw_text'),
  'issue-description-id-missing': withoutIn('issue_description', 'issue_id'),
  'issue-owned-as-number': rewritten('is_owned_by_current_tenant', Number),
  'issue-free-as-number': rewritten('free', Number),
  'issue-login-empty': rewritten('require_login', () => ''),
};

/** How its prices and its file are miswritten. */
const PARTS: Shapes = {
  'issue-prices-as-list': rewritten('prices', (table) => Object.values(jsonOf(table))),
  'issue-prices-empty-list': rewritten('prices', (table) =>
    Object.keys(jsonOf(table)).length === 0 ? [] : table,
  ),
  'issue-priceable-type-missing': withoutInEach('price_morph', 'priceable_type'),
  'issue-price-country-missing': withoutInEach('price_morph', 'country_code'),
  'issue-cents-as-units': price((one) => {
    one.amount_in_cents = Number(one.amount_in_cents) / 100;
  }),
  'issue-file-missing': without('file'),
  'issue-file-version-missing': withoutIn('file', 'version'),
  'issue-file-title-missing': withoutIn('file', 'track_title'),
  'issue-duration-as-clock': file((one) => {
    const seconds = Number(one.duration);
    one.duration = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  }),
};

/** How content is miswritten, wherever it is shown. */
export const ISSUE_SHAPES: Shapes = {...MEMBERS, ...PARTS, ...ISSUE_SHAPES_D, ...ISSUE_SHAPES_E2};
