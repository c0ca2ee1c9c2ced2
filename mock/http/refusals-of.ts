import type {Chapter} from '../chapter.ts';

/** What the chapters of an API say when they refuse a request, by situation or by operation and situation. */
export const refusalsOf = (chapters: readonly Chapter[]): Record<string, string> =>
  Object.assign({}, ...chapters.map(({refusals}) => refusals ?? {})) as Record<string, string>;
