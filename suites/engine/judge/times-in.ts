/** A time in a text, in epoch milliseconds. */
export interface TimeInText {
  text: string;
  at: number;
}

/** An instant as ISO 8601 with a time zone, also in its basic form, as links have it. */
const INSTANT =
  /(\d{4})-?(\d{2})-?(\d{2})[T ](\d{2}):?(\d{2}):?(\d{2})(?:\.\d+)?(Z|[+-]\d{2}:?\d{2})/g;

/** Seconds since 1970, from 2020 to 2049, and no part of a longer number or word. */
const EPOCH_SECONDS = /(?<![\w.-])(?:1[6-9]\d{8}|2[0-4]\d{8})(?![\w.-])/g;

/** The instants that a text contains. */
export function timesIn(text: string): TimeInText[] {
  const instants = [...text.matchAll(INSTANT)].map(([found, year, month, day, h, m, s, zone]) => ({
    text: found,
    at: Date.parse(`${year}-${month}-${day}T${h}:${m}:${s}${withColon(zone ?? 'Z')}`),
  }));
  const epochs = [...text.matchAll(EPOCH_SECONDS)].map(([found]) => ({
    text: found,
    at: Number(found) * 1000,
  }));
  return [...instants, ...epochs].filter(({at}) => !Number.isNaN(at));
}

const withColon = (zone: string): string => zone.replace(/^([+-]\d{2})(\d{2})$/, '$1:$2');
