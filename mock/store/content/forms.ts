import type {Schema} from '../../../spec/schema.ts';
import {
  flag,
  integer,
  list,
  mapOf,
  number,
  object,
  orNull,
  ref,
  text,
} from '../../../spec/schema-parts.ts';
import type {PublishedForms} from '../../chapter.ts';
import type {View} from '../../operation.ts';
import {within} from '../within.ts';
import {TAXONOMY} from './issue.ts';

/** The forms of content, where the document leaves them open. */
export const forms = (freedom: View['freedom']): PublishedForms => ({
  ...issue,
  ...listed,
  'IssuePage/data/paginator/links': list(object({url: orNull(text), label: text, active: flag})),
  'IssuePage/data/reached_issues_limit': flag,
  'IssuePage/data/reached_free_issues_limit': flag,
  'IssueCreate/stock': stock(freedom),
  IssueCreate: {shown: {stock: freedom('content.stock') === 'boolean' ? true : 12}},
  'IssueUpdate/stock': stock(freedom),
  'getIssue 200': read(freedom),
  'deleteIssue 200': object({CODE: text}),
});

const issue = within('Issue', {
  audience: orNull(text),
  notification_text: orNull(text),
  notifies_users: orNull(flag),
  conversion_settings: {type: 'object', additionalProperties: true},
  prices: mapOf(number),
  price_morph: list(
    object({
      id: integer,
      priceable_type: text,
      priceable_id: integer,
      type: text,
      country_code: orNull(text),
      currency_id: text,
      amount_in_cents: integer,
      created_at: text,
      updated_at: text,
    }),
  ),
  file: orNull(
    object({
      tenant_id: integer,
      issue_id: integer,
      id: integer,
      version: integer,
      track_title: orNull(text),
      duration: orNull(number),
      order: integer,
      size_in_kb: integer,
    }),
  ),
});

/** The members that a list adds; the others are those of an issue. */
const listed: PublishedForms = {
  IssueListItem: {like: 'Issue'},
  ...within('IssueListItem', {
    marketplace: orNull(flag),
    license: object({ppu: flag, retail: flag}),
    discount: orNull(number),
    file_type: text,
    cover_image_path: orNull(text),
    cover: text,
    url: text,
    share_url: text,
    public_file_url: orNull(text),
    number_of_pages: integer,
    publication_date: orNull(text),
    preview: orNull(flag),
    private_material: orNull(flag),
    free_to: orNull(text),
    current_session_limit: orNull(integer),
    can_be_removed_from_inventory: flag,
    notes_count: integer,
    created_at: text,
    ti_license: orNull(text),
    ti_withdrawn: orNull(text),
    ti_free: flag,
    ti_preview: orNull(text),
    ti_created_at: text,
    ti_updated_at: text,
    bisac: list(object({code: text})),
    ...Object.fromEntries(TAXONOMY.map((name) => [name, list(text)])),
  }),
};

function stock(freedom: View['freedom']): Schema {
  const kind = freedom('content.stock');
  if (kind === 'any') return {...integer, description: 'Also accepted: a boolean.'};
  return {type: String(kind)};
}

function read(freedom: View['freedom']): Schema {
  const shown = ref(freedom('content.read_members') === 'created' ? 'Issue' : 'IssueListItem');
  const envelope = freedom('content.read_envelope');
  if (envelope === 'bare') return shown;
  return object({CODE: text, data: envelope === 'issue' ? object({issue: shown}) : shown});
}
