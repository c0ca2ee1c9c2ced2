import {encodedSegment} from '../../../spec/encoded-value.ts';
import type {PathSpelling} from '../../../spec/step.ts';

/**
 * A path whose values are percent-encoded in another, equivalent way (RFC 3986, 6.2.2).
 * @param path the path, with its values encoded by `encodedSegment`
 * @param values the values of its parameters, by name
 */
export function spelledPath(
  path: string,
  values: Record<string, string>,
  spelling: PathSpelling,
): string {
  let spelled = path;
  for (const value of Object.values(values)) {
    const encoded = encodedSegment(String(value));
    spelled = spelled.replace(encoded, () => SPELLINGS[spelling](encoded));
  }
  return spelled;
}

const SPELLINGS: Record<PathSpelling, (encoded: string) => string> = {
  'lower-case-hex': (encoded) => encoded.replaceAll(/%../g, (octet) => octet.toLowerCase()),
  'marks-encoded': (encoded) =>
    encoded.replaceAll(/[-._~]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`),
};
