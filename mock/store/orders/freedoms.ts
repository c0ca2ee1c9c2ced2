import type {Freedoms} from '../../chapter.ts';

/** What the document leaves open about orders. */
export const freedoms: Freedoms = {
  'orders.create_answers': {
    values: [201, 200],
    meaning: 'Status of a create: 201 or 200.',
    open: ['NS-ST-27'],
  },
  'orders.wrapped': {
    values: [false, true],
    meaning: 'Whether reads, updates and cancellations return the order in `data`.',
    open: ['NS-ST-91'],
  },
  'orders.sale_email': {
    values: ['optional', 'required'],
    meaning: '`user.email` of a sale: `optional` or `required`.',
    open: ['NS-ST-28'],
  },
  'orders.report_creates_users': {
    values: [true, false],
    meaning: 'Whether a report creates an unknown user, as the other types do.',
    open: ['NS-ST-31'],
  },
  'orders.user_by_id_alone': {
    values: ['created', 'refused'],
    meaning: 'An unknown user with only an id: `created` or `refused`.',
    open: ['NS-ST-32'],
  },
  'orders.gone_users': {
    values: ['refused', 'taken'],
    meaning: 'An order for a user who is not active: `refused` or `taken`.',
  },
  'orders.missing_product': {
    values: ['by_type', 400, 422],
    meaning:
      'Status for an unknown product: 400, 422, or 400 for a permission and 422 for other orders (`by_type`).',
    open: ['NS-ST-35'],
  },
  'orders.permission_creates': {
    values: [true, false],
    meaning: 'Whether a permission creates products as other orders do.',
    open: ['NS-ST-36'],
  },
  'orders.sale_currencies': {
    values: ['table', 'ARS'],
    meaning: 'Currencies of sales: those in the `table` of gateways, or only `ARS`.',
    open: ['NS-ST-37'],
  },
  'orders.report_currencies': {
    values: ['any', 'same'],
    meaning: "Currencies of a report's products: `any`, or the `same` as the order's.",
    open: ['NS-ST-39'],
  },
  'orders.product_id': {
    values: ['as_ordered', 'number'],
    meaning: 'Products are shown by the id `as_ordered`, or titles by their `number`.',
    open: ['NS-ST-34'],
  },
  'orders.references': {
    values: ['unique', 'repeated'],
    meaning: 'Whether references are `unique` within the store, or can be `repeated`.',
    open: ['NS-ST-90'],
  },
  'orders.id_type': {
    values: ['internal', 'required'],
    meaning: 'Without `id_type` an id is `internal`, or the request is refused (`required`).',
    open: ['NS-ST-41'],
  },
  'orders.foreign': {
    values: ['not_found', 'forbidden'],
    meaning: 'Response for an order of another store: 404 (`not_found`) or 403 (`forbidden`).',
    open: ['NS-ST-78'],
  },
  'orders.product_type_alone': {
    values: ['refused', 'ignored'],
    meaning: 'The filter `product_type` without `product_id`: `refused` or `ignored`.',
    open: ['NS-ST-42'],
  },
  'orders.own_day': {
    values: ['included', 'left_out'],
    meaning: 'Whether `start_at` and `end_at` find the orders of their own days (`included`).',
    open: ['NS-ST-42'],
  },
  'orders.nothing_found': {
    values: ['empty', 'not_found'],
    meaning: 'A list without orders: `empty` or 404 (`not_found`).',
    open: ['NS-ST-42'],
  },
  'orders.order': {
    values: ['newest', 'oldest'],
    meaning: 'Order of lists: `newest` or `oldest` first.',
    open: ['NS-ST-43'],
  },
  'orders.unlisted_moves': {
    values: ['refused', 'answered'],
    meaning:
      'The response to a change of state that the document does not list: `refused`, or a success with the unchanged order (`answered`).',
    open: ['NS-ST-45', 'NS-ST-46'],
  },
  'orders.both_members': {
    values: ['taken', 'refused'],
    meaning: 'An update of both the expiration and the status: `taken` or `refused`.',
    open: ['NS-ST-44'],
  },
  'orders.status_of_one': {
    values: ['product', 'order'],
    meaning: 'What `status` with `product_id` changes: the `product` or the whole `order`.',
    open: ['NS-ST-44'],
  },
  'orders.declined': {
    values: ['cancelled', 'pending'],
    meaning: 'A sale whose payment is declined is `cancelled`, or stays `pending`.',
    open: ['NS-ST-47'],
  },
  'orders.subscription_end': {
    values: ['at_once', 'with_period'],
    meaning:
      'A subscription whose order is cancelled without a day ends `at_once`, or with the current period (`with_period`).',
    open: ['NS-ST-48'],
  },
  'orders.manual': {
    values: ['without_gateway', 'permissions'],
    meaning:
      'Which orders end with their user: all that no gateway has seen (`without_gateway`), or `permissions` alone.',
  },
  'orders.reason_shown': {
    values: [true, false],
    meaning: 'Whether lists of users show why the orders of a user were cancelled.',
    open: ['NS-ST-70'],
  },
};
