/** A JSON pointer into a list of rules, for people: `faults[0].act.status`. */
export const placeOf = (pointer: string): string =>
  `faults${pointer
    .replace(/^\/faults/, '')
    .split('/')
    .slice(1)
    .map((name) => (/^\d+$/.test(name) ? `[${name}]` : `.${name}`))
    .join('')}`;
