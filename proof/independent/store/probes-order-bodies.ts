import {NORA, order, ordered, product, productsOf} from './commerce-kit.ts';
import {asObject, type Probe, type Probes, type Value} from './probe-kit.ts';

const x = (length: number): string => 'x'.repeat(length);
const LINK = {id: 'link-1', name: 'Linked', url: 'https://a.example/b'};

/** Shows when an order with these changes is not answered so. */
function answers(type: string, changes: Value, status: number): Probe {
  return async (site) => (await order(site, type, changes)).status !== status;
}

/** Shows when an order with such a product is not answered so. */
function withItem(type: string, changes: Value, status: number): Probe {
  return answers(type, {products: [product(changes)]}, status);
}

/** The form of orders. */
export const orderForms: Probes = {
  'order-type-defaults': answers('permission', {type: undefined}, 422),
  'order-type-unchecked': answers('permission', {type: 'gift'}, 422),
  'order-return-url-optional': answers('sale', {return_url: undefined}, 422),
  'order-report-return-url-optional': answers('report', {return_url: undefined}, 422),
  'order-return-url-unchecked': answers('sale', {return_url: 'nowhere'}, 422),
  'order-sale-price-optional': answers('sale', {unit_price: undefined}, 422),
  'order-report-price-optional': answers('report', {unit_price: undefined}, 422),
  'order-price-text-accepted': answers('sale', {unit_price: 'dear'}, 422),
  'order-sale-currency-defaults': answers('sale', {currency_id: undefined}, 422),
  'order-currency-unchecked': answers('permission', {currency_id: 'DOLLARS'}, 422),
  'order-unsupported-currency-served': answers(
    'sale',
    {currency_id: 'EUR', products: [product({currency_id: 'EUR'})]},
    400,
  ),
  'order-reference-cut': answers('permission', {external_reference: x(65)}, 422),
  'order-reference-required': answers('permission', {external_reference: undefined}, 201),
  'order-sale-reference-required': answers('sale', {external_reference: undefined}, 201),
  'order-reference-bytes': answers('permission', {external_reference: 'ñ'.repeat(60)}, 201),
  'order-reference-zeros-lost': async (s) => {
    const one = await ordered(s, 'permission', {external_reference: '0042'});
    return one.external_reference !== '0042';
  },
  'order-user-optional': answers('permission', {user: undefined}, 422),
  'order-report-user-optional': answers('report', {user: undefined}, 422),
  'order-nobody-accepted': answers('permission', {user: {}}, 422),
  'order-email-alone-refused': answers('permission', {user: {email: NORA.email}}, 201),
  'order-sale-user-id-optional': answers('sale', {user: {email: NORA.email}}, 422),
  'order-user-email-unchecked': answers('sale', {user: {id: 'a', email: 'x'}}, 422),
  'order-user-id-cut': answers('permission', {user: {id: x(65)}}, 422),
  'order-user-id-bytes': answers('permission', {user: {id: 'ñ'.repeat(60)}}, 201),
};

/** The form of the products of orders. */
export const itemForms: Probes = {
  'order-products-optional': answers('permission', {products: undefined}, 422),
  'order-product-type-defaults': withItem('sale', {type: undefined}, 422),
  'order-product-type-unchecked': withItem('sale', {type: 'book'}, 422),
  'order-product-name-cut': withItem('sale', {...LINK, name: x(65)}, 422),
  'order-product-name-bytes': withItem('sale', {...LINK, name: 'ñ'.repeat(60)}, 201),
  'order-product-id-cut': withItem('sale', {...LINK, id: x(65)}, 422),
  'order-product-url-unchecked': withItem('sale', {url: 'nowhere'}, 422),
  'order-product-price-optional': withItem('sale', {unit_price: undefined}, 422),
  'order-report-product-price-optional': withItem('report', {unit_price: undefined}, 422),
  'order-product-currency-optional': withItem('sale', {currency_id: undefined}, 422),
  'order-report-product-currency-optional': withItem('report', {currency_id: undefined}, 422),
  'order-product-day-unchecked': withItem('sale', {expiration_date: '1/2/2027'}, 422),
  'order-product-day-impossible': withItem('sale', {expiration_date: '2027-02-30'}, 422),
  'order-product-leap-refused': withItem('sale', {expiration_date: '2028-02-29'}, 201),
  'order-product-day-required': answers('permission', {}, 201),
  'order-product-name-required': answers('sale', {}, 201),
  'order-currency-mixed': withItem('sale', {currency_id: 'ARS'}, 422),
  'order-currency-mixed-second': answers(
    'sale',
    {products: [product(), product({currency_id: 'ARS'})]},
    422,
  ),
};

/** Products that are made with an order. */
export const madeItems: Probes = {
  'order-link-not-made': withItem('sale', LINK, 201),
  'order-report-link-not-made': withItem('report', LINK, 201),
  'order-link-name-enough': withItem('sale', {...LINK, url: undefined}, 422),
  'order-link-url-enough': withItem('sale', {...LINK, name: undefined}, 422),
  'order-report-link-bare': withItem('report', {id: 'link-1'}, 422),
  'order-link-refused-with-others': answers('sale', {products: [product(), product(LINK)]}, 201),
  'order-link-as-file': async (s) => {
    const one = await ordered(s, 'report', {products: [product(LINK)]});
    return productsOf(one)[0]?.file_type !== 'External link';
  },
  'order-link-url-lost': async (s) => {
    const one = await ordered(s, 'report', {products: [product(LINK)]});
    return productsOf(one)[0]?.reader_url !== LINK.url;
  },
};

const NEW = {id: 'new-1', email: 'new.one@probe.example'};

/** Users that are made with an order. */
export const madeUsers: Probes = {
  'order-permission-user-unknown': answers('permission', {user: NEW}, 201),
  'order-sale-user-unknown': answers('sale', {user: NEW}, 201),
  'order-user-made-again': async (s) => {
    await order(s, 'permission', {user: {email: NORA.email}});
    return (await s.rows(NORA.email)).length !== 1;
  },
  'order-unknown-id-makes-user': async (s) => {
    await order(s, 'permission', {user: {id: 'other', email: NORA.email}});
    return (await s.rows(NORA.email)).length !== 1;
  },
  'order-user-email-case': async (s) => {
    await order(s, 'permission', {user: {email: NORA.email.toUpperCase()}});
    return (await s.rows(NORA.email)).length !== 1;
  },
  'order-users-race': async (s) => {
    const two = [order(s, 'permission', {user: NEW}), order(s, 'permission', {user: NEW})];
    await Promise.all(two);
    return (await s.rows(NEW.email)).length !== 1;
  },
  'order-email-as-ordered': async (s) => {
    const one = await ordered(s, 'permission', {user: NEW});
    const [row = {}] = await s.rows(NEW.email);
    await s.remove(row, '?anonymize=true');
    const {data} = await s.call('GET', `/orders/${String(one.id)}`);
    return asObject(data.user).email === NEW.email;
  },
};
