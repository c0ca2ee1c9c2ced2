/** What knows the variants of a server. */
type Varied = {variants: ReadonlySet<string>};

/** How far a server's clock is off, in milliseconds. */
export function clockError(w: Varied): number {
  if (w.variants.has('clock-ahead')) return 2000;
  return w.variants.has('clock-behind') ? -2000 : 0;
}

/** How far the clock of the object storage is off against that of the API, in milliseconds. */
export function storageClockError(w: Varied): number {
  if (w.variants.has('storage-clock-ahead')) return 2000;
  return w.variants.has('storage-clock-behind') ? -2000 : 0;
}
