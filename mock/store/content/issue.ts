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

/** How the conversion of a file stands; it goes on by the clock of the world. */
export interface Conversion {
  /** When it is over, in epoch milliseconds; null while it is deferred. */
  readonly ends: number | null;
  /** How it ends. */
  readonly outcome: 'done' | 'failed';
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
