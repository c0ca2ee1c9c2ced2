import type {Json} from '../http.ts';
import type {World} from '../world.ts';

/** The number of a tool of a long catalog; NaN for other slugs. */
export function furtherNumber(w: World, slug: string): number {
  const digits = w.variants.has('catalog-long')
    ? /^tool\.(\d{1,3})\/Ä$/.exec(slug)?.[1]
    : undefined;
  return digits !== undefined && Number(digits) < 60 ? Number(digits) : Number.NaN;
}

/** The catalog as a variant orders and wraps it. */
export function catalogShown(w: World, rows: Json[]): Json {
  const v = w.variants;
  let shown = rows;
  if (v.has('catalog-turns')) {
    const at = w.count('catalog') % rows.length;
    shown = [...rows.slice(at), ...rows.slice(0, at)];
  }
  if (v.has('catalog-long')) {
    const more = Array.from({length: 60}, (_, number) => ({
      ...rows[number % rows.length],
      slug: `tool.${number}/Ä`,
    }));
    shown = [...more, ...shown];
  }
  if (v.has('catalog-with-empty-descriptions')) shown = shown.map((one) => ({...one, about: ''}));
  if (v.has('catalog-in-an-envelope')) return {data: shown, next_cursor: null, has_more: false};
  return {catalog: {tools: shown, count: shown.length}};
}
