/** The values of users by their kinds: all of them are valid (Endpoints / Users). */

import type {Val} from '../../../../spec/value.ts';
import {type Script} from '../../../language/script.ts';
import {text} from '../../../language/sent-values.ts';
import {constantKinds, validKinds, type Kinds} from '../../../values/kinds.ts';

/** The letters of the longest local part that every validator accepts. */
const LONG_LOCAL_PART = 60;

/** The longest text that an external_id may be, and where its fresh beginning ends. */
const [LONGEST, BEGINNING] = [64, 30];

/** An external_id of the greatest length, whose letters are of several bytes. */
const ofLetters =
  (letter: string) =>
  (s: Script): Val =>
    text(s.fresh('external-id', BEGINNING), letter.repeat((LONGEST - BEGINNING) / letter.length));

/**
 * Addresses. Nobody can register `example` in a top-level domain of more than two letters, so no
 * mail is delivered (ICANN, Registry Agreement, Specification 5).
 */
const emails: Kinds = {
  ...validKinds('email'),
  'a last label of ten letters': (s) => text(s.fresh('text'), '@example.technology'),
  'a last label of three letters': (s) => text(s.fresh('text'), '@example.app'),
  'a local part of one letter': (s) => text('a@', s.fresh('text'), '.presscheck.example'),
  'a local part of 60': (s) => text(s.fresh('external-id', LONG_LOCAL_PART), '@presscheck.example'),
  'digits and hyphens': (s) => text('7-8.', s.fresh('text'), '-9@presscheck.example'),
};

const externalIds: Kinds = {
  ...validKinds('external-id'),
  '64 cyrillic characters': ofLetters('ж'),
  // Whoever counts units of 16 bits counts two for each.
  'characters of four bytes': ofLetters('📚'),
};

const passwords: Kinds = {
  ...validKinds('password'),
  '8 letters of two bytes': () => 'пароль78',
  '8 letters of three bytes': () => '紅樓夢吾輩は猫で',
  'characters of four bytes': (s) => text(s.fresh('password', 8), '🌊'.repeat(120)),
  '254 characters': (s) => s.fresh('password', 254),
  'blanks inside': () => 'a b  c d',
};

/** Both sides of the bounds, and of the powers of two at which numbers of few bytes end. */
const limits: Kinds = constantKinds([
  1, 2, 9, 10, 99, 100, 101, 127, 128, 255, 256, 999, 1000, 1001, 1023, 1024, 9999, 10_000, 32_767,
  32_768, 65_535, 65_536, 99_999, 100_000, 123_456, 131_072, 524_287, 524_288, 999_998, 999_999,
]);

/** The members of a creation by their kinds; an update leaves the external_id as it is. */
export const KINDS = {
  email: emails,
  external_id: externalIds,
  new_password: passwords,
  sessions_limit: limits,
} as const;
