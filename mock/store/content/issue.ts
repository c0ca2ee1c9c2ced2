import type {Json} from '../../../spec/json.ts';
import type {Row} from '../../world/change.ts';

/** Formats of digital content (Content, Upload body). */
export type Extension = 'mpga' | 'mp3' | 'pdf' | 'epub';

/** Lists of terms that content is found by; each is replaced as a whole (Content, Rules). */
export const TAXONOMY = [
  'collection',
  'author',
  'country',
  'category',
  'publisher',
  'keyword',
] as const;

export type Taxonomy = (typeof TAXONOMY)[number];

/** What a book of paper measures, and where it was made (Content, Physical content). */
export interface Physical {
  readonly pages: number | null;
  /** Height and width in cm or inches. */
  readonly height: number | null;
  readonly width: number | null;
  /** Grams. */
  readonly weight: number | null;
  /** Centimetres. */
  readonly thickness: number | null;
  /** A quantity, or whether there is any (NS-ST-61). */
  readonly stock: boolean | number | null;
  readonly binding_type: string | null;
  readonly editing_location: string | null;
}

/** How the conversion of a file stands: it begins with the upload, or waits for a turn. */
export type ConversionState = 'converting' | 'deferred' | 'done' | 'failed';

/** The conversion of a file; it goes on by the clock of the world. */
export interface Conversion {
  readonly state: ConversionState;
  /** How it ends. */
  readonly outcome: 'done' | 'failed';
  /** How long it takes, in milliseconds. */
  readonly takes: number;
}

/** A content issue of a store (Resources / Content issue). Instants in epoch milliseconds. */
export interface Issue extends Row {
  readonly id: number;
  readonly external_id: string | null;
  /** `External link`: made by an order (Orders, Create rule 3). */
  readonly kind: 'digital' | 'physical' | typeof EXTERNAL_LINK;
  /** Null for what is not digital. */
  readonly extension: Extension | null;
  /** Where its file was taken from, or an external link points; null for a physical book. */
  readonly file_url: string | null;
  readonly name: string;
  readonly description: string;
  /** YYYY-MM-DD; null for an external link. */
  readonly publication_date: string | null;
  readonly free: boolean;
  readonly lang: string | null;
  /** BISAC codes. */
  readonly bisac: readonly string[];
  readonly terms: Readonly<Record<Taxonomy, readonly string[]>>;
  /** Numbers by currency, as they were given. */
  readonly prices: Readonly<Record<string, number>>;
  readonly table_of_contents: Json;
  /** A URL or a path. */
  readonly cover: string | null;
  readonly physical: Physical | null;
  /** Null where there is no file to convert. */
  readonly conversion: Conversion | null;
  /** Rises with every update, from 1. */
  readonly version: number;
  /** Id of the admin who uploaded it. */
  readonly user_id: number;
  /** Whether the storefront shows it. */
  readonly storefront: boolean;
  readonly created: number;
  readonly updated: number;
}

/** The kind of an issue that an order has created. */
export const EXTERNAL_LINK = 'External link';

/** Ids of issues begin above this, so that one is not taken for the number of something else. */
export const FIRST_ISSUE_ID = 70_000;

/** How an issue of which nothing but its kind is said begins. */
export const BLANK: Omit<Issue, keyof Row | 'id' | 'kind' | 'created' | 'updated'> = {
  external_id: null,
  extension: null,
  file_url: null,
  name: '',
  description: '',
  publication_date: null,
  free: false,
  lang: null,
  bisac: [],
  terms: {collection: [], author: [], country: [], category: [], publisher: [], keyword: []},
  prices: {},
  table_of_contents: null,
  cover: null,
  physical: null,
  conversion: null,
  version: 1,
  user_id: 1,
  storefront: true,
};

/** How many pages an issue has: as a book of paper says, or made up of the id of a file. */
export function pagesOf({id, kind, physical}: Issue): number {
  if (kind === EXTERNAL_LINK) return 0;
  return physical?.pages ?? 100 + (id % 900);
}

/** What kind of file an issue is: its extension, or what it is in place of one. */
export function fileTypeOf({kind, extension}: Issue): string {
  if (kind === EXTERNAL_LINK) return 'link';
  return extension ?? 'physical';
}
