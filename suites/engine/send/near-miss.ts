import type {Presentation} from '../../../spec/step.ts';

/** The characters of base64url, in the order of their values. Each encodes 6 bits. */
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/**
 * The secret that a request presents: the right one, or an almost right one that has to be refused. A
 * server may decode secrets from base64. Therefore the wrong one differs in more than a decoder ignores,
 * which is padding, the low bits of the last character, and one character beyond a multiple of four.
 * @param present how the step presents the credential
 */
export function presentedSecret(secret: string, present: Presentation | undefined): string {
  const [padding] = /(?<!=)=*$/.exec(secret) ?? [''];
  const body = secret.slice(0, secret.length - padding.length);
  if (present === 'longer') return `${body}xx${padding}`;
  if (present === 'one-shorter') return body.slice(0, -1);
  const otherCase = body.replace(/[a-z]/gi, inOtherCase);
  if (present === 'other-case' && otherCase !== body) return otherCase + padding;
  // A secret without letters has no other case.
  if (present === 'another-end' || present === 'other-case')
    return body.slice(0, -1) + ALPHABET.charAt(otherIndex(body.slice(-1))) + padding;
  return secret;
}

const inOtherCase = (letter: string): string =>
  letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase();

/** The value of a character with its highest bit inverted, which no decoder ignores. */
const otherIndex = (character: string): number => (ALPHABET.indexOf(character) + 32) % 64;
