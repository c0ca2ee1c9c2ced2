import type {CatalogProduct, Commerce, Order, PlanTerms} from './commerce-types.ts';
import {newUuid} from './secrets.ts';
import type {Plan, Purchase, Store, User} from './types.ts';

/** Terms of a plan of which nothing but its price is said. */
export function usualTerms(
  now: number,
  details: string,
  prices: Record<string, number>,
): PlanTerms {
  return {
    details,
    recommended: false,
    private: false,
    assignsCollections: false,
    downloadFiles: false,
    freeTrial: false,
    freeTrialDays: null,
    concurrencyLimit: 500,
    collections: [],
    prices,
    customer: null,
    invoice: null,
    fileName: null,
    uploadFile: null,
    createdAt: now,
    updatedAt: now,
    deletedAt: null,
    updates: 0,
  };
}

/** The plans of a new store: two to subscribe to, and one that is retired. */
export function seedPlans(first: number, now: number): Plan[] {
  const monthly = usualTerms(now, '<p>Every shelf, month by month.</p>', {USD: 790, ARS: 450_000});
  const year = usualTerms(now, '<p>Twelve months, paid at once.</p>', {USD: 7900});
  const retired = usualTerms(now, '<p>No longer offered.</p>', {});
  return [
    {
      id: first,
      title: 'Shelf monthly',
      kind: 'recurring',
      months: null,
      subscribable: true,
      terms: {...monthly, recommended: true},
    },
    {
      id: first + 4,
      title: 'Shelf year',
      kind: 'prepaid',
      months: 12,
      subscribable: true,
      terms: year,
    },
    {
      id: first + 8,
      title: 'Retired',
      kind: 'prepaid',
      months: 6,
      subscribable: false,
      terms: {...retired, private: true},
    },
  ];
}

function book(issueId: number, id: string, name: string, fileType: string): CatalogProduct {
  const pages = fileType === 'mp3' ? 0 : 96 + (issueId % 7) * 32;
  const description = `${name}, from the shelf.`;
  const common = {id, issueId, name, description, pages, fileType, url: null};
  return {...common, free: id.endsWith('-free'), storefront: true};
}

/** What a new store sells besides plans. */
export function seedCommerce(key: string, firstIssue: number): Commerce {
  const books = [
    book(firstIssue, `${key}:tide-tables`, 'Tide Tables', 'epub'),
    book(firstIssue + 1, `${key}:glass-orchard`, 'The Glass Orchard', 'pdf'),
    book(firstIssue + 2, `${key}:lantern-essays`, 'Lantern Essays', 'epub'),
    book(firstIssue + 3, `${key}:night-ferry`, 'Night Ferry', 'mp3'),
    book(firstIssue + 4, `${key}:sampler-free`, 'A Sampler', 'pdf'),
    book(firstIssue + 5, `${key}:niño`, 'El niño y el mar', 'epub'),
  ];
  return {
    collections: ['Field Guides', 'Novelas breves', 'Maps & Atlases', 'Año nuevo'],
    catalog: new Map(books.map((one) => [one.id, one])),
    tenant: key === 'lyra' ? 31 : 47,
    issues: new Map(),
    readings: [],
    features: {content: true, physical: key === 'lyra', consumption: key === 'lyra'},
    orders: [],
    payments: [],
    mails: [],
    ghosts: [],
    notifies: {report: true, sale: true},
  };
}

/** The order of a purchase that the dashboard or the storefront has made. */
export function seedOrder(store: Store, user: User, bought: Purchase, now: number): Order {
  const id = `${store.key}:back-${bought.issueId}`;
  store.commerce.catalog.set(id, book(bought.issueId, id, `Back title ${bought.issueId}`, 'pdf'));
  const sale = bought.channel === 'checkout';
  const unitPrice = sale ? 9.9 : 0;
  const currency = sale ? 'USD' : null;
  const terms = {expiration: null, paused: false, subscription: null};
  return {
    id: newUuid(now),
    number: bought.orderNumber,
    reference: null,
    source: 'internal',
    type: sale ? 'sale' : 'permission',
    status: bought.cancelled ? 'cancelled' : 'approved',
    unitPrice,
    currency,
    userId: user.id,
    createdAt: now,
    returnUrl: null,
    products: [{type: 'content', id, unitPrice, currency, ...terms}],
    approvedAt: now,
    cancelledAt: bought.cancelled ? now : null,
    cancelReason: bought.reason,
    accessUntil: null,
    history: [`email:${user.email}`],
  };
}
