import type {World} from '../world.ts';

/** Whether the storage signs the very bytes of a link, as many do, and its links have characters that are rarely seen. */
export function signsExactly(w: World): boolean {
  return w.variants.has('storage-signs-exact-links');
}

/** What a link asks for, in characters that clients like to rewrite. */
export function oddTarget(path: string, until: number): string {
  const named = "name*=UTF-8''tides&press=(a|b)^{c}[d]%7Ee~f&empty=&last=?";
  return `/od'd|^{e}/%2e%2E/./x/..${path}?until=${until}&${named}`;
}

/** A link with its seal, which stands before the last parameter. */
export function sealedLink(target: string, seal: (target: string) => string): string {
  return target.replace('&last=', () => `&seal=${seal(target)}&last=`);
}

/** What was sealed of the target of a request. */
export function unsealed(target: string): string {
  return target.replace(/&seal=[0-9a-f]*/, '');
}
