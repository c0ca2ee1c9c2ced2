/**
 * The name of the fixture that plays what failed at a place of a rule again; `*` stands for the
 * rule as a whole.
 */
export function fixtureFile(rule: string, place: string): string {
  const name = place === '*' ? rule : `${rule} ${place}`;
  return `${name.replaceAll(/[^\w.-]+/g, '-')}.yaml`;
}
