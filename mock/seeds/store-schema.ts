import {list, object} from '../control/schema-parts.ts';
import type {Schema} from '../control/validate.ts';
import {TAXONOMY} from '../store/content/issue.ts';
import {day, flag, id, oneOf, secret, time, words} from './schema-members.ts';

const url: Schema = {
  type: 'string',
  pattern: '^https?://[^/\\s]',
  maxLength: 2000,
  description: 'an http or https URL',
};
const amount: Schema = {type: 'number', minimum: 0, maximum: 1_000_000_000};
const counted = (maximum: number): Schema => ({type: 'integer', minimum: 0, maximum});
const currency: Schema = {type: 'string', pattern: '^[A-Z]{3}$', description: 'a code of ISO 4217'};
const names: Schema = {...list(words(255)), maxItems: 1000};
const email: Schema = {
  type: 'string',
  pattern: '^[^@\\s]{1,64}@[^@\\s.]+(\\.[^@\\s.]+)+$',
  maxLength: 255,
  description: 'an email address',
};

const plan = object(
  {
    name: words(255),
    type: oneOf(['recurring', 'prepaid'], 'Default: recurring'),
    details: {type: 'string', maxLength: 10_000, description: 'HTML'},
    duration: {...counted(1200), description: 'Months, of a prepaid plan'},
    recommended: flag('Default: false'),
    private: flag('Reachable by its direct link only. Default: false'),
    assigns_collections: flag('Default: false'),
    download_files: flag('Default: false'),
    free_trial: flag('Default: false'),
    free_trial_days: counted(3650),
    concurrency_limit: {
      ...counted(999_999),
      description: 'Concurrent sessions at most. Default: 1',
    },
    collections: {...names, description: 'Names of collections of the store'},
    prices: {type: 'object', additionalProperties: counted(1_000_000_000), description: 'Cents'},
    created_at: time('Default: an hour ago'),
    deleted_at: time('Default: it is not deleted'),
  },
  ['name'],
);

const user = object(
  {
    email,
    external_id: words(64, 'Default: the email before the @'),
    name: words(255, 'Default: the email before the @'),
    password: {
      type: 'string',
      minLength: 8,
      maxLength: 255,
      description: 'Default: none; then the user cannot sign in',
    },
    sessions_limit: {...counted(999_999), minimum: 1},
    admin: flag('Default: false'),
    plan_admin: flag('Default: false'),
    only_sees_readable: flag('Default: false'),
    token: secret('What an admin sends as `X-User-Token`.'),
    role: words(64, 'A name for the token, which `GET /worlds/{world}` shows'),
    manages_content: flag('Whether the token may manage content. Default: true'),
    created_at: time('Default: an hour ago'),
    state: oneOf(['active', 'deactivated', 'anonymized'], 'Default: active'),
    left_at: time('Since when the user is not active. Default: now'),
    plan: words(300, 'A plan that an admin has assigned, by name'),
    plan_until: day('The last day of that plan'),
    plan_name: words(255, 'The name under which the user has the plan'),
    sessions: list(
      object({
        type: oneOf(['web', 'mobile'], 'Default: web'),
        started_at: time('Default: an hour ago'),
      }),
    ),
  },
  ['email'],
);

const content = object(
  {
    external_id: words(255),
    name: words(255),
    type: oneOf(['physical'], 'Default: digital'),
    publication_date: day('Default: when it was created'),
    description: {type: 'string', maxLength: 10_000},
    extension: oneOf(['mpga', 'mp3', 'pdf', 'epub'], 'Of digital content. Default: epub'),
    file_url: url,
    free: flag('Default: false'),
    bisac: {
      ...list(object({code: words(50)}, ['code'])),
      maxItems: 1000,
    },
    ...Object.fromEntries(TAXONOMY.map((name) => [name, names])),
    prices: {type: 'object', additionalProperties: amount, description: 'Amounts by currency'},
    lang: {type: 'string', pattern: '^[A-Za-z]{2}$', description: 'a code of ISO 639-1'},
    table_of_contents: {type: 'string', maxLength: 100_000},
    cover: words(2000),
    ...Object.fromEntries(
      ['pages', 'height', 'width', 'weight', 'thickness'].map((name) => [name, counted(1_000_000)]),
    ),
    stock: {oneOf: [{type: 'boolean'}, {type: 'integer', minimum: 0, maximum: 1_000_000_000}]},
    binding_type: words(255),
    editing_location: words(255),
    conversion_status: oneOf(
      ['done', 'converting', 'deferred', 'failed'],
      'Of digital content. Default: what the file and the time since its upload lead to',
    ),
    created_at: time('Default: an hour ago'),
  },
  ['external_id', 'name'],
);

const product = object(
  {
    content: words(255, 'Content by external id or name'),
    subscription: words(300, 'A plan by name; of several, `Monthly #2` is the second'),
    name: words(64, 'Of content that the store does not have'),
    url,
    unit_price: {...amount, description: 'Default, where the order needs it: 10'},
    currency_id: currency,
    expiration_date: day('The last day of access'),
    status: oneOf(['approved', 'paused'], 'When it differs from the order'),
  },
  [],
  {minProperties: 1},
);

const order = object(
  {
    type: oneOf(['permission', 'report', 'sale'], 'As in the API'),
    external_reference: words(64),
    user: words(255, 'A user of the store, by email, external id or name'),
    products: {...list(product), minItems: 1, maxItems: 100},
    unit_price: {
      ...amount,
      description: 'Default, where the order needs it: the sum of its products',
    },
    currency_id: {
      ...currency,
      description: 'a code of ISO 4217. Default, where the order needs it: USD',
    },
    return_url: {
      ...url,
      description:
        'an http or https URL. Default, where the order needs it: https://shop.example/thanks',
    },
    status: oneOf(
      ['pending', 'approved', 'paused', 'cancelled'],
      'Default: as it begins, or as `payment` leaves it',
    ),
    payment: oneOf(['approved', 'declined', 'pending'], 'What the gateway of a sale reported'),
    created_at: time('Default: an hour ago'),
    reason: {type: 'string', minLength: 3, maxLength: 150, description: 'Of a cancellation'},
  },
  ['type', 'user', 'products'],
);

/** A store of a seed. */
export const storeSchema: Schema = object(
  {
    name: words(200),
    id: id('Default: the name.'),
    collections: {...names, uniqueItems: true},
    plans: list(plan),
    users: list(user),
    content: list(content),
    orders: list(order),
  },
  ['name'],
);
