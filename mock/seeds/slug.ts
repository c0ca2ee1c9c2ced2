/**
 * A name in the form of an id: `harbour-press` for `Harbour Press`.
 * @param otherwise for a name without a letter or digit of ASCII
 */
export function slug(name: string, otherwise: string): string {
  const parts =
    name
      .normalize('NFKD')
      .toLowerCase()
      .match(/[a-z0-9]+/g) ?? [];
  return parts.join('-').slice(0, 50) || otherwise;
}
