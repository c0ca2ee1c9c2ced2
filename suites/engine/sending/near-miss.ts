import type {Presentation} from '../../../spec/step.ts';

/** The characters of base64url by their value: each stands for 6 bits. */
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/**
 * The secret that a request presents: the right one, or one that is almost right and has to be
 * refused. A server may decode secrets as base64, so the wrong one differs in more than a decoder
 * ignores: padding, the low bits of the last character, one character more than a multiple of four.
 * @param present how the step presents the credential
 */
export function presentedSecret(secret: string, present: Presentation | undefined): string {
  const [padding] = /=*$/.exec(secret) ?? [''];
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

/** The value with the highest of its 6 bits turned over, which every decoder reads. */
const otherIndex = (character: string): number => (ALPHABET.indexOf(character) + 32) % 64;
