/**
 * The credentials of HTTP Basic in which a secret is both the name and the password, since a server may
 * read either.
 */
export const basicCredentials = (secret: string): string =>
  Buffer.from(`${secret}:${secret}`).toString('base64');

/** The secret in such credentials; undefined for any other text. */
export function secretInBasic(credentials: string): string | undefined {
  const pair = Buffer.from(credentials, 'base64').toString();
  const secret = pair.slice(0, (pair.length - 1) / 2);
  return credentials === basicCredentials(secret) ? secret : undefined;
}
