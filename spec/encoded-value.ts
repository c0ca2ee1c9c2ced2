/**
 * A value as it stands in a query or a form, percent-encoded. Surrogates without their other half, which a deployment can
 * send and UTF-8 cannot write, become U+FFFD.
 */
export const encodedValue = (value: string): string =>
  encodeURIComponent(Buffer.from(value).toString());

/**
 * A value as a segment of a path. Characters that a segment may contain stay (RFC 3986, section 3.3), as in the id that a
 * deployment handed out; not so `+` and `;`, which some services read in a way of their own.
 */
export const encodedSegment = (value: string): string =>
  encodedValue(value).replaceAll(/%(?:3A|40|26|3D|24|2C)/g, decodeURIComponent);
