/** Texts that have the form of right ones and are none (Content, Upload body). */

import type {Check} from '../../../language/check.ts';
import {coverOf} from '../../issuing.ts';
import {checkEachRefused, type NearMisses} from './near-misses.ts';

const FILES = 'https://files.presscheck.example/covers';

const TEXTS: readonly NearMisses[] = [
  {
    rule: 'store.content.other-covers-are-refused',
    place: 'names with other endings',
    member: 'cover',
    values: [
      `${FILES}/cover.jpg.exe`,
      `${FILES}/cover.png.gif`,
      `${FILES}/jpg/cover.gif`,
      `${FILES}/cover-png.pdf`,
      'covers/cover.jpg.txt',
    ],
    right: (s) => coverOf(s, 'jpg'),
  },
];

/** Each of these texts is refused. */
export const refusedTexts: Check[] = TEXTS.map(checkEachRefused);
