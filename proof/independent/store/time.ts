import type {Store} from './types.ts';

/** Milliseconds of a minute. */
export const MINUTE = 60_000;

/** Milliseconds of a day. */
export const DAY = 86_400_000;

/** `YYYY-MM-DDTHH:MM:SS` of an instant on the store's clock. */
export function localIso(ms: number, store: Store): string {
  return new Date(ms + store.zoneMinutes * MINUTE).toISOString().slice(0, 19);
}

/** ISO 8601 with the store's offset. */
export function offsetIso(ms: number, store: Store): string {
  const minutes = Math.abs(store.zoneMinutes);
  const sign = store.zoneMinutes < 0 ? '-' : '+';
  const hours = String(Math.floor(minutes / 60)).padStart(2, '0');
  return `${localIso(ms, store)}${sign}${hours}:${String(minutes % 60).padStart(2, '0')}`;
}

/** The store's calendar day of an instant. */
export function localDay(ms: number, store: Store): string {
  return localIso(ms, store).slice(0, 10);
}

/** A calendar day some months later (the last day of the month when shorter). */
export function addMonths(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  const end = new Date(Date.UTC(year, month - 1 + months, Math.min(date, last)));
  return end.toISOString().slice(0, 10);
}

/** The day after a calendar day. */
export function nextDay(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + DAY).toISOString().slice(0, 10);
}

/** Whether a text is an existing calendar day, `YYYY-MM-DD`. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const at = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().slice(0, 10) === text;
}

/** Waits a moment (used by faulty code only, to lose a race). */
export function pause(ms = 30): Promise<void> {
  return new Promise((done) => setTimeout(done, ms));
}
