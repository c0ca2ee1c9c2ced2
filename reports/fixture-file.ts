/** The file name of the fixture that reproduces a failure at a place of a rule; `*` is the rule as a whole. */
export function fixtureFile(rule: string, place: string): string {
  const name = place === '*' ? rule : `${rule} ${place}`;
  return `${name.replaceAll(/[^\w.-]+/g, '-')}.yaml`;
}
