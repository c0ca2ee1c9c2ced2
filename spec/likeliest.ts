/** The name that shares most pairs of letters with what was typed. */
export function likeliest(typed: string, names: string[]): string {
  const pairs = (text: string): Set<string> =>
    new Set(Array.from({length: Math.max(0, text.length - 1)}, (_, i) => text.slice(i, i + 2)));
  const wanted = pairs(typed);
  const score = (name: string): number => {
    const have = pairs(name);
    return [...wanted].filter((pair) => have.has(pair)).length / (wanted.size + have.size || 1);
  };
  return names.reduce((best, name) => (score(name) > score(best) ? name : best), names[0] ?? '');
}
