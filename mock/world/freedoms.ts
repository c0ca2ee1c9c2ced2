import type {Json} from '../../spec/json.ts';
import {likeliest, pairOverlap} from '../../spec/likeliest.ts';
import type {Freedom, Freedoms} from '../chapter.ts';

/** Thrown for a freedom that no chapter declares, and for a value that a freedom does not have. */
export class WrongFreedom extends RangeError {
  override name = 'WrongFreedom';
}

/** The minimum similarity (`pairOverlap`) of a name that is suggested. */
const ALIKE = 0.2;

/** Of longer names and values only the beginning is shown and compared. */
const MAX_CHARS = 100;

/** @throws WrongFreedom */
export function requireFreedoms(declared: Freedoms, given: Record<string, Json>): void {
  for (const [name, value] of Object.entries(given)) {
    if (!Object.hasOwn(declared, name)) throw noSuchFreedom(name, Object.keys(declared));
    const freedom = declared[name];
    if (freedom && !isValue(freedom, value))
      throw new WrongFreedom(
        `freedom \`${name}\`: expected ${valuesOf(freedom)}, got ${JSON.stringify(value).slice(0, MAX_CHARS)}`,
      );
  }
}

function noSuchFreedom(name: string, names: string[]): WrongFreedom {
  const given = name.slice(0, MAX_CHARS);
  const meant = likeliest(given, names);
  const question = pairOverlap(given, meant) >= ALIKE ? `: did you mean \`${meant}\`?` : '';
  return new WrongFreedom(`no freedom \`${given}\`${question}`);
}

const isValue = ({values, others}: Freedom, value: Json): boolean =>
  values.includes(value) || (others !== undefined && OTHERS[others](value));

const valuesOf = ({values, others}: Freedom): string =>
  [...values.map((value) => JSON.stringify(value)), ...(others ? [`another ${others}`] : [])].join(
    ' or ',
  );

/** Whether a value is one of the further values of a freedom. */
const OTHERS: Record<NonNullable<Freedom['others']>, (value: Json) => boolean> = {
  'number of milliseconds': isCount,
  length: isCount,
  'IANA name of a time zone': isTimeZone,
};

/** Numbers with which instants and lengths can be computed. */
function isCount(value: Json): boolean {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 1e9;
}

function isTimeZone(value: Json): boolean {
  if (typeof value !== 'string') return false;
  try {
    return new Intl.DateTimeFormat('en', {timeZone: value}).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
