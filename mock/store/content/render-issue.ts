import type {View} from '../../operation.ts';
import {dayBegins, localDateTime, zoned} from '../access/local-time.ts';
import {fileTypeOf, pagesOf, type ConversionState, type Extension, type Issue} from './issue.ts';

/** Origin of the links and covers of the mock's content; there is no such server. */
const STORE = 'https://store.example';

/** The value of a freedom by name. */
type Freedom = View['freedom'];

/** The time zone in which a world's stores write dates. */
const zoneOf = (freedom: Freedom): string => String(freedom('store.timezone'));

/** The value of an empty member: null, or with a freedom its empty value (NS-ST-56). */
const unset = (freedom: Freedom, value: unknown): unknown =>
  freedom('content.unset') === 'empty' ? value : null;

/** An issue in the response to its creation (Resources / Content issue). */
export const renderIssue = (issue: Issue, freedom: Freedom): Record<string, unknown> => ({
  id: issue.id,
  external_id: issue.external_id,
  name: issue.name,
  slug: slugOf(issue),
  lang: issue.lang,
  version: issue.version,
  user_id: issue.user_id,
  audience: unset(freedom, ''),
  notification_text: unset(freedom, ''),
  notifies_users: unset(freedom, false),
  ...publicationOf(issue, zoneOf(freedom)),
  ...conversionOf(issue, freedom),
  bucket_domain: 'https://content.store.example',
  ...descriptionsOf(issue),
  is_owned_by_current_tenant: true,
  free: issue.free,
  require_login: unset(freedom, false),
  require_login_for_preview: unset(freedom, false),
  ...pricesOf(issue, freedom),
  file: fileOf(issue, freedom),
});

/** An issue in the list, which adds members. */
export const renderListItem = (issue: Issue, freedom: Freedom): Record<string, unknown> => {
  const slug = slugOf(issue);
  const created = zoned(issue.created, zoneOf(freedom));
  const isSold = Object.keys(issue.prices).length > 0;
  return {
    ...renderIssue(issue, freedom),
    marketplace: unset(freedom, false),
    license: {ppu: false, retail: isSold},
    discount: unset(freedom, 0),
    file_type: fileTypeOf(issue),
    cover_image_path: issue.cover,
    cover: `${STORE}/covers/${issue.id}.jpg`,
    url: `${STORE}/library/${slug}`,
    share_url: `${STORE}/share/${issue.id}`,
    public_file_url: null,
    number_of_pages: pagesOf(issue),
    publication_date: issue.publication_date,
    preview: unset(freedom, false),
    private_material: unset(freedom, false),
    free_to: null,
    current_session_limit: null,
    can_be_removed_from_inventory: true,
    notes_count: 0,
    created_at: created,
    ...termsOf(issue),
    ti_license: isSold ? 'retail' : null,
    ti_withdrawn: null,
    ti_free: issue.free,
    ti_preview: null,
    ti_created_at: created,
    ti_updated_at: zoned(issue.updated, zoneOf(freedom)),
  };
};

/** The name in a URL: letters and digits of any script, with dashes between them. */
function slugOf({id, name}: Issue): string {
  const words = name.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return words.join('-').slice(0, 80) || `issue-${id}`;
}

/** The day of publication begins at midnight in the store's time zone. */
function publicationOf({publication_date: day}: Issue, zone: string): object {
  if (day === null) return {published_at: null, published_at_utc: null};
  const at = dayBegins(day, zone);
  return {
    published_at: {
      timestamp: Math.floor(at / 1000),
      date: localDateTime(at, zone),
      timezone: zone,
    },
    published_at_utc: localDateTime(at, 'UTC'),
  };
}

/** Names of conversion statuses; the document shows the first and the last (NS-ST-58). */
const STATUSES: Readonly<Record<ConversionState, string>> = {
  converting: 'started_dispatching_conversion',
  deferred: 'deferred',
  failed: 'failed',
  done: 'done',
};

function conversionOf({conversion}: Issue, freedom: Freedom): object {
  const isOwnWord = freedom('content.converting_status') === 'queued';
  const state = conversion?.state;
  const status = state && STATUSES[state];
  return {
    conversion_status: state === 'converting' && isOwnWord ? 'queued' : (status ?? null),
    conversion_status_progress: state === 'done' ? '100' : '0',
    conversion_settings: {},
  };
}

/** A tag. It has no further `<`, so that no text takes quadratic time. */
const TAG = /<[^<>]*>/g;

/** The description with and without its tags. */
function descriptionsOf({id, description}: Issue): object {
  const isHtml = /<[a-z][^<>]*>/i.test(description);
  const withHtml = isHtml ? description : `<p>${description}</p>`;
  return {
    description,
    description_raw_text: description.replace(TAG, ''),
    description_with_html: withHtml,
    issue_description: {issue_id: id, description},
  };
}

/** A number is an amount in units, or with a freedom one in cents (NS-ST-57). */
function pricesOf({id, prices, created, updated}: Issue, freedom: Freedom): object {
  const cents = freedom('content.prices_are') === 'cents' ? 1 : 100;
  const records = Object.entries(prices).map(([code, amount], at) => ({
    id: id * 100 + at,
    priceable_type: 'issue',
    priceable_id: id,
    type: 'retail',
    country_code: null,
    currency_id: code,
    amount_in_cents: Math.round(amount * cents),
    created_at: zoned(created, zoneOf(freedom)),
    updated_at: zoned(updated, zoneOf(freedom)),
  }));
  return {prices, price_morph: records};
}

const AUDIO: ReadonlySet<Extension | null> = new Set(['mp3', 'mpga']);

/** The file of digital content; before its conversion there may be none (NS-ST-55). */
function fileOf(issue: Issue, freedom: Freedom): object | null {
  const {id, extension, version, name, conversion} = issue;
  const isWaitedFor =
    freedom('content.file_before_conversion') === 'null' && conversion?.state !== 'done';
  if (extension === null || isWaitedFor) return null;
  return {
    tenant_id: 1,
    issue_id: id,
    id: id * 10 + 1,
    version,
    track_title: AUDIO.has(extension) ? name : null,
    duration: AUDIO.has(extension) ? 1800 + (id % 600) : null,
    order: 0,
    size_in_kb: 512 + (id % 512),
  };
}

/** The lists of terms; no response of the document shows them (NS-ST-82). */
const termsOf = ({bisac, terms}: Issue): object => ({
  bisac: bisac.map((code) => ({code})),
  ...terms,
});
