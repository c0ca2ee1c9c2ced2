import type {Presentation} from '../../spec/step.ts';

/**
 * In the order of base64url, so that a character 32 places on differs in the bit that no decoder
 * leaves out.
 */
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/**
 * A credential as it is shown: itself, or almost. What a decoder may rightly overlook (padding, the
 * low bits of a last character, a single one behind whole bytes) is not what differs.
 */
export function shownAs(secret: string, present: Presentation | undefined): string {
  const [padding] = /=*$/.exec(secret) ?? [''];
  const body = secret.slice(0, secret.length - padding.length);
  if (present === 'longer') return `${body}xx${padding}`;
  if (present === 'one-shorter') return body.slice(0, -1);
  if (present === 'another-end')
    return body.slice(0, -1) + ALPHABET.charAt(otherIndex(body.slice(-1))) + padding;
  return secret;
}

const otherIndex = (character: string): number => (ALPHABET.indexOf(character) + 32) % 64;
