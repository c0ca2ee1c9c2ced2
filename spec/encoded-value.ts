/**
 * A value as it stands in a path, percent-encoded. Surrogates without their other half, which a deployment can send and
 * UTF-8 cannot write, become U+FFFD.
 */
export const encodedValue = (value: string): string =>
  encodeURIComponent(Buffer.from(value).toString());
