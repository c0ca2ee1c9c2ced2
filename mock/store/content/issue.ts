import type {Json} from '../../../spec/json.ts';
import type {Row} from '../../world/change.ts';

/** Formats of digital content (Content, Upload body). */
export type Extension = 'mpga' | 'mp3' | 'pdf' | 'epub';

/** Lists of terms by which content is found. Each is replaced as a whole (Content, Rules). */
export const TAXONOMY = [
  'collection',
  'author',
  'country',
  'category',
  'publisher',
  'keyword',
] as const;

export type Taxonomy = (typeof TAXONOMY)[number];

/** The dimensions and origin of a physical book (Content, Physical content). */
export interface Physical {
  readonly pages: number | null;
  /** Height and width in cm or inches. */
  readonly height: number | null;
  readonly width: number | null;
  /** Grams. */
  readonly weight: number | null;
  /** Centimetres. */
  readonly thickness: number | null;
  /** A quantity, or whether the book is in stock (NS-ST-61). */
  readonly stock: boolean | number | null;
  readonly binding_type: string | null;
  readonly editing_location: string | null;
}

/** The status of a conversion: it starts with the upload, or later. */
export type ConversionState = 'converting' | 'deferred' | 'done' | 'failed';

/** The conversion of a file. It progresses by the clock of the world. */
export interface Conversion {
  readonly state: ConversionState;
  /** Its result. */
  readonly outcome: 'done' | 'failed';
  /** Its duration in milliseconds. */
  readonly takes: number;
}

/** A content issue of a store (Resources / Content issue). Instants in epoch milliseconds. */
export interface Issue extends Row {
  readonly id: number;
  readonly external_id: string | null;
  /** `External link`: created by an order (Orders, Create rule 3). */
  readonly kind: 'digital' | 'physical' | typeof EXTERNAL_LINK;
  /** Null unless the content is digital. */
  readonly extension: Extension | null;
  /** The URL of its file, or the target of an external link; null for a physical book. */
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
  /** Amounts by currency, as they were sent. */
  readonly prices: Readonly<Record<string, number>>;
  readonly table_of_contents: Json;
  /** A URL or a path. */
  readonly cover: string | null;
  readonly physical: Physical | null;
  /** Null without a file to convert. */
  readonly conversion: Conversion | null;
  /** Increases with every update, from 1. */
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

/** Ids of issues begin above this number, so that they differ from other numbers. */
export const FIRST_ISSUE_ID = 70_000;

/** The initial values of an issue of a kind. */
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

/** The number of pages of an issue: that of a physical book, or one derived from the id of the file. */
export function pagesOf({id, kind, physical}: Issue): number {
  if (kind === EXTERNAL_LINK) return 0;
  return physical?.pages ?? 100 + (id % 900);
}

/** The file type of an issue: its extension, or its kind if it has none. */
export function fileTypeOf({kind, extension}: Issue): string {
  if (kind === EXTERNAL_LINK) return 'link';
  return extension ?? 'physical';
}
