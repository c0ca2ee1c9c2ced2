import type {Json} from '../../../spec/json.ts';
import {TAXONOMY, type Extension, type Issue, type Physical, type Taxonomy} from './issue.ts';

/** The members of an upload and of an update (Content, Upload body). */
export interface IssueBody extends Partial<Record<Taxonomy, readonly string[]>> {
  publication_date?: string;
  name?: string;
  description?: string;
  extension?: Extension;
  file_url?: string;
  external_id?: string;
  free?: boolean;
  bisac?: readonly {code: string}[];
  prices?: Readonly<Record<string, number>>;
  lang?: string;
  table_of_contents?: Json;
  cover?: string;
  type?: 'physical';
  pages?: number;
  height?: number;
  width?: number;
  weight?: number;
  thickness?: number;
  stock?: boolean | number;
  binding_type?: string;
  editing_location?: string;
}

/** The members of an issue that a body can write. */
export type Written = Pick<
  Issue,
  | 'name'
  | 'description'
  | 'external_id'
  | 'publication_date'
  | 'free'
  | 'lang'
  | 'bisac'
  | 'terms'
  | 'prices'
  | 'table_of_contents'
  | 'cover'
>;

/**
 * The members of an issue after an upload or update. Members that the body does not contain remain, except lists of
 * terms, which are replaced as a whole (Content, Rules).
 * @param keepsLists whether a list that the body does not contain remains as well
 */
export function written(before: Written, body: IssueBody, keepsLists: boolean): Written {
  const listOf = (name: Taxonomy): readonly string[] =>
    body[name] ?? (keepsLists ? before.terms[name] : []);
  const codes = body.bisac?.map(({code}) => code);
  return {
    name: body.name ?? before.name,
    description: body.description ?? before.description,
    external_id: body.external_id ?? before.external_id,
    publication_date: body.publication_date ?? before.publication_date,
    free: body.free ?? before.free,
    lang: body.lang ?? before.lang,
    bisac: codes ?? (keepsLists ? before.bisac : []),
    terms: Object.fromEntries(TAXONOMY.map((name) => [name, listOf(name)])) as Issue['terms'],
    prices: body.prices ?? before.prices,
    table_of_contents: body.table_of_contents ?? before.table_of_contents,
    cover: body.cover ?? before.cover,
  };
}

const NOTHING_MEASURED: Physical = {
  pages: null,
  height: null,
  width: null,
  weight: null,
  thickness: null,
  stock: null,
  binding_type: null,
  editing_location: null,
};

/** The dimensions of a physical book after an upload or update. */
export const measured = (before: Physical | null, body: IssueBody): Physical => {
  const measures = before ?? NOTHING_MEASURED;
  return {
    pages: body.pages ?? measures.pages,
    height: body.height ?? measures.height,
    width: body.width ?? measures.width,
    weight: body.weight ?? measures.weight,
    thickness: body.thickness ?? measures.thickness,
    stock: body.stock ?? measures.stock,
    binding_type: body.binding_type ?? measures.binding_type,
    editing_location: body.editing_location ?? measures.editing_location,
  };
};
