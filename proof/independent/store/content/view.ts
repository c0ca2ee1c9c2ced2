import {ISSUE_SHAPES} from '../slips/shapes-issue.ts';
import {ITEM_SHAPES} from '../slips/shapes-item.ts';
import {misshape} from '../slips/types.ts';
import {MINUTE, offsetIso} from '../time.ts';
import type {Context, Json} from '../types.ts';
import {conversionState} from './conversion.ts';
import {isAudio, pagesOf, plainText} from './shelve.ts';
import type {Issue} from './types.ts';

function slugOf({name, id}: Issue): string {
  const plain = name.normalize('NFD').toLowerCase();
  return `${plain.replaceAll(/[^a-z0-9]+/g, '-').replaceAll(/^-|-$/g, '')}-${id}`;
}

/** The publication: its day begins at midnight of the store. */
function publication({store}: Context, {publicationDate: day}: Issue): Json {
  const midnight = Date.parse(`${day}T00:00:00Z`) - store.zoneMinutes * MINUTE;
  return {
    published_at: {
      timestamp: midnight / 1000,
      date: `${day} 00:00:00`,
      timezone: store.zone,
    },
    published_at_utc: new Date(midnight).toISOString().replace('.000Z', 'Z'),
  };
}

function descriptions({id, description}: Issue): Json {
  const tagged = /<[a-z]/i.test(description) || description === '';
  return {
    description,
    description_raw_text: plainText(description),
    description_with_html: tagged ? description : `<p>${description}</p>`,
    issue_description: {issue_id: id, description},
  };
}

function prices(context: Context, issue: Issue): Json {
  const {store} = context;
  const shown = issue.prices.map(({currency, cents}): [string, unknown] => {
    return [
      currency,
      {cents, amount: cents / 100, text: `${currency} ${(cents / 100).toFixed(2)}`},
    ];
  });
  const morph = issue.prices.map((one, index) => ({
    id: issue.id * 20 + index,
    priceable_type: 'Issue',
    priceable_id: issue.id,
    type: 'retail',
    country_code: null,
    currency_id: one.currency,
    amount_in_cents: one.cents,
    created_at: offsetIso(one.createdAt, store),
    updated_at: offsetIso(one.updatedAt, store),
  }));
  return {prices: Object.fromEntries(shown), price_morph: morph};
}

/** The file; printed books have none. */
function fileOf({store}: Context, issue: Issue): Json | null {
  if (issue.physical !== null) return null;
  return {
    tenant_id: store.commerce.tenant,
    issue_id: issue.id,
    id: issue.id + 5_000_000,
    version: 1 + issue.history.filter((entry) => entry === 'file').length,
    track_title: isAudio(issue) ? issue.name : null,
    duration: isAudio(issue) ? 1800 + (issue.id % 900) : 0,
    order: 1,
    size_in_kb: 700 + (issue.id % 4000),
  };
}

function physicalOf({physical}: Issue): Json | null {
  if (physical === null) return null;
  const {bindingType, editingLocation, stock, ...sizes} = physical;
  const places = {binding_type: bindingType, editing_location: editingLocation};
  return {...sizes, stock: stock === null ? null : Boolean(stock), ...places};
}

/** Content as the answer to an upload shows it. */
export function issueView(context: Context, issue: Issue): Json {
  const {status, share} = conversionState(context, issue);
  const view: Json = {
    id: issue.id,
    external_id: issue.externalId,
    name: issue.name,
    slug: slugOf(issue),
    lang: issue.lang,
    version: issue.version,
    user_id: issue.userId,
    audience: 'general',
    notification_text: null,
    notifies_users: false,
    ...publication(context, issue),
    conversion_status: status,
    conversion_status_progress: `${Math.floor(share * 100)}%`,
    conversion_settings: {quality: 'web', recognize_text: issue.extension === 'pdf'},
    bucket_domain: `${context.store.key}-files.bookshelf.example`,
    ...descriptions(issue),
    is_owned_by_current_tenant: issue.owned,
    free: issue.free,
    require_login: null,
    require_login_for_preview: false,
    ...prices(context, issue),
    file: fileOf(context, issue),
    ...issue.terms,
    bisac: issue.bisac.map((code) => ({code})),
    table_of_contents: issue.contents,
    physical: physicalOf(issue),
  };
  return misshape(ISSUE_SHAPES, view, context);
}

/** Content as lists and reads show it. */
export function itemView(context: Context, issue: Issue): Json {
  const {store} = context;
  const page = `${store.domain}/titles/${slugOf(issue)}`;
  const cover = issue.cover ?? `/covers/${issue.id}.jpg`;
  const created = offsetIso(issue.createdAt, store);
  const view: Json = {
    ...issueView(context, issue),
    marketplace: !issue.owned,
    license: {ppu: null, retail: issue.owned ? null : 'per-copy'},
    discount: null,
    file_type: issue.extension ?? 'physical',
    cover_image_path: cover,
    cover: new URL(cover, store.domain).href,
    url: page,
    share_url: `${page}?shared=1`,
    public_file_url: null,
    number_of_pages: pagesOf(issue),
    publication_date: issue.publicationDate,
    preview: !issue.free,
    private_material: false,
    free_to: null,
    current_session_limit: null,
    can_be_removed_from_inventory: issue.owned,
    notes_count: 0,
    created_at: created,
    ti_license: issue.owned ? 'own' : 'licensed',
    ti_withdrawn: false,
    ti_free: issue.free,
    ti_preview: !issue.free,
    ti_created_at: created,
    ti_updated_at: offsetIso(issue.updatedAt, store),
  };
  return misshape(ITEM_SHAPES, view, context);
}
