const LOOPBACK = /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/i;

/** Whether a browser's `Origin` is a page of this machine or of the mock's own host; programs send none. */
export function isOwn(origin: string | undefined, host: string | undefined): boolean {
  if (origin === undefined) return true;
  if (!URL.canParse(origin)) return false;
  const {hostname} = new URL(origin);
  return LOOPBACK.test(hostname) || (URL.canParse(`http://${host}`) && hostname === new URL(`http://${host}`).hostname);
}
