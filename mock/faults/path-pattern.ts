/**
 * Whether a path fits a pattern in which `*` stands for any characters but `/`, and `**` for any. It takes time in
 * proportion to both lengths, which a regular expression would not.
 */
export function fitsPath(pattern: string, path: string): boolean {
  const parts = pattern.match(/\*\*|[^]/g) ?? [];
  // Which beginnings of the pattern fit the part of the path that was read.
  let fits = withEmptyStars(parts, [true]);
  for (const character of path) {
    const next: boolean[] = [];
    for (const [at, part] of parts.entries()) {
      const isStar = part === '**' || (part === '*' && character !== '/');
      if (isStar && fits[at + 1]) next[at + 1] = true;
      if (part === character && fits[at]) next[at + 1] = true;
    }
    fits = withEmptyStars(parts, next);
    if (!fits.length) return false;
  }
  return fits[parts.length] === true;
}

/** A star also fits nothing. */
function withEmptyStars(parts: readonly string[], fits: boolean[]): boolean[] {
  for (const [at, part] of parts.entries())
    if (fits[at] && (part === '*' || part === '**')) fits[at + 1] = true;
  return fits;
}
