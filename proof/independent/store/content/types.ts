/** The taxonomies of content. */
export const TERMS = [
  'collection',
  'author',
  'country',
  'category',
  'publisher',
  'keyword',
] as const;

/** The name of a taxonomy. */
export type Term = (typeof TERMS)[number];

/** The price of content in one currency. */
export interface Price {
  currency: string;
  cents: number;
  createdAt: number;
  updatedAt: number;
}

/** What only printed books have. */
export interface Physical {
  pages: number | null;
  height: number | null;
  width: number | null;
  weight: number | null;
  thickness: number | null;
  stock: boolean | number | null;
  bindingType: string | null;
  editingLocation: string | null;
}

/** How far the conversion of a file is. */
export interface Conversion {
  /** When it began; null while it is deferred. */
  since: number | null;
  /** How long it takes, in milliseconds. */
  takes: number;
}

/** Content of a store, as the dashboard knows it. */
export interface Issue {
  id: number;
  externalId: string;
  name: string;
  /** mp3, mpga, pdf, epub; null for printed books. */
  extension: string | null;
  fileUrl: string | null;
  description: string;
  publicationDate: string;
  lang: string;
  free: boolean;
  bisac: string[];
  terms: Record<Term, string[]>;
  prices: Price[];
  contents: unknown;
  cover: string | null;
  physical: Physical | null;
  version: number;
  userId: number;
  /** Whether it is this store's own, and not licensed from another. */
  owned: boolean;
  conversion: Conversion;
  createdAt: number;
  updatedAt: number;
  /** What a faulty server remembers. */
  history: string[];
}

/** What the operator has switched on for a store. */
export interface Features {
  content: boolean;
  physical: boolean;
  consumption: boolean;
}
