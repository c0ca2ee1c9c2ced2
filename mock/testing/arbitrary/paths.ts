import fc from 'fast-check';
import type {Ground} from './raw-request.ts';
import {INSERTIONS, ODD_PATHS, ODD_VALUES, QUERY_NAMES} from './request-line-data.ts';

const oddValue = fc.oneof(
  fc.constantFrom(...ODD_VALUES),
  fc.string({maxLength: 8}).map(encodeURIComponent),
  fc.string({unit: 'binary', maxLength: 6}).map(safe),
);

/** Escaped where it must be: lone surrogates have no encoding. */
function safe(text: string): string {
  return [...text]
    .map((char) =>
      /[\ud800-\udfff]/.test(char) && char.length === 1 ? '%EF%BF%BD' : encodeURIComponent(char),
    )
    .join('');
}

/** A path that leads somewhere, or did before something was changed in it. */
export function pathOf(ground: Ground): fc.Arbitrary<string> {
  const edit = fc.tuple(fc.nat(), fc.constantFrom(...INSERTIONS), fc.nat({max: 2}));
  return fc
    .tuple(
      wholePath(ground),
      fc.oneof(
        {arbitrary: fc.constant([]), weight: 3},
        {arbitrary: fc.array(edit, {minLength: 1, maxLength: 2}), weight: 1},
      ),
    )
    .map(([path, edits]) => {
      let text = path;
      for (const [at, put, take] of edits) {
        const position = 1 + (at % Math.max(1, text.length));
        text = text.slice(0, position) + put + text.slice(position + take);
      }
      return text || '/';
    });
}

/** A path as it was meant: a route, a presigned link, or one of the odd ones. */
function wholePath({prefix, routes, ids, links}: Ground): fc.Arbitrary<string> {
  const value = fc.oneof(
    {arbitrary: fc.constantFrom(...ids), weight: 3},
    {arbitrary: oddValue, weight: 2},
  );
  const route = fc.tuple(fc.constantFrom(...routes), value, value).map(([path, first, second]) => {
    let turn = 0;
    return prefix + path.replace(/\{\w+\}/g, () => (turn++ ? second : first));
  });
  const query = fc
    .array(fc.tuple(fc.constantFrom(...QUERY_NAMES), oddValue), {maxLength: 3})
    .map((pairs) => pairs.map(([name, one]) => `${name}=${one}`).join('&'));
  const link = links.length ? fc.constantFrom(...links.map((one) => one.path)) : route;
  const segments = fc.array(oddValue, {maxLength: 5});
  return fc.oneof(
    {arbitrary: route, weight: 6},
    {arbitrary: link, weight: links.length ? 6 : 0},
    {arbitrary: fc.tuple(route, query).map(([path, text]) => `${path}?${text}`), weight: 4},
    {arbitrary: segments.map((parts) => `/${parts.join('/')}`), weight: 1},
    {arbitrary: fc.constantFrom(...ODD_PATHS), weight: 1},
  );
}
