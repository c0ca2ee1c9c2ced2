import type {Got} from './printed-commands.ts';

/** Places of a response with their values as texts. */
type Flat = Map<string, string>;

/**
 * The lines whose responses differ from those of a correct server, other than two correct servers differ from each
 * other. A value that is another each time is compared by its form.
 */
export function differingLines(faulty: Got[], correct: Got[], alsoCorrect: Got[]): number[] {
  return faulty
    .filter((one, at) => {
      const [a, b] = [correct[at], alsoCorrect[at]];
      return !a || !b || differs(flat(one), flat(a), flat(b));
    })
    .map(({line}) => line);
}

function differs(one: Flat, a: Flat, b: Flat): boolean {
  const places = new Set([...one.keys(), ...a.keys(), ...b.keys()]);
  return [...places].some((place) => {
    const [own, first, second] = [one.get(place), a.get(place), b.get(place)];
    if (own === first || own === second) return false;
    if (first === second) return true;
    return formOf(own) !== formOf(first) && formOf(own) !== formOf(second);
  });
}

/** A text with one sign for each digit or letter that occurs in random values. */
const formOf = (text = 'nothing'): string =>
  text.replaceAll(/[0-9a-f]/gi, '0').replaceAll(/[g-z]/gi, 'a');

function flat({status, statuses, headers, body}: Got): Flat {
  const places: Flat = new Map([
    ['status', String(status)],
    ['statuses', statuses],
  ]);
  for (const [name, value] of Object.entries(headers)) places.set(`header ${name}`, value);
  addTo(places, 'body', body);
  return places;
}

function addTo(places: Flat, at: string, value: unknown): void {
  if (typeof value !== 'object' || value === null) {
    places.set(at, JSON.stringify(value) ?? 'nothing');
    return;
  }
  places.set(at, Array.isArray(value) ? 'list' : 'object');
  for (const [name, member] of Object.entries(value)) addTo(places, `${at}/${name}`, member);
}
