/**
 * Whether what is printed has colours: on a terminal, unless `NO_COLOR` is set; elsewhere if `FORCE_COLOR` is. The library
 * for colours would also give them to files and pipes wherever `CI` is set.
 */
export function isColored(
  {NO_COLOR: none, FORCE_COLOR: forced, TERM: term}: NodeJS.ProcessEnv,
  {isTTY}: {isTTY?: boolean},
): boolean {
  if (none) return false;
  if (forced) return forced !== '0';
  return isTTY === true && term !== 'dumb';
}
