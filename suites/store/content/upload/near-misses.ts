/** Values that resemble valid ones, which an upload refuses (Content, Upload body; Content, Rules). */

import type {Val} from '../../../../spec/value.ts';
import type {AnyProperty, Check} from '../../../language/check.ts';
import {expectOutcome, whenServed} from '../../../language/judge.ts';
import {property} from '../../../language/property.ts';
import type {Script, Handle} from '../../../language/script.ts';
import {classesOf} from '../../../values/values.ts';
import {noDays} from '../../../values/no-days.ts';
import {coverOf, fileOf, send, newIssue} from '../../issuing.ts';
import {checksOfTrials} from '../../../tables/trials.ts';
import {uploadsOf} from './refused.ts';

/** Values that resemble valid ones, and a valid one. */
interface NearMisses {
  rule: string;
  /** What the values are. */
  place: string;
  member: string;
  values: readonly [string, ...string[]];
  right: (s: Script) => Val;
}

const NEAR_MISSES: readonly NearMisses[] = [
  {
    rule: 'store.content.publication-date-is-a-day',
    place: 'texts that are no day',
    member: 'publication_date',
    values: [...noDays(2024), '05/14/2024', '2024'],
    right: () => '2024-05-14',
  },
  {
    rule: 'store.content.extension-is-one-of-four',
    place: 'other extensions',
    member: 'extension',
    values: [
      'docx',
      'doc',
      'txt',
      'mobi',
      'azw3',
      'zip',
      'html',
      'mp4',
      'm4a',
      'wav',
      'ogg',
      'mp',
      'pdf2',
      'pdf,epub',
    ],
    right: () => 'epub',
  },
  {
    rule: 'store.content.file-url-is-a-url',
    place: 'texts that are no URL',
    member: 'file_url',
    values: [
      'no url',
      'book.epub',
      '/files/book.epub',
      'files/book.epub',
      '://files.presscheck.example/book.epub',
    ],
    right: (s) => fileOf(s),
  },
  {
    rule: 'store.content.lang-is-iso-639-1',
    place: 'texts that are no code',
    member: 'lang',
    values: ['eng', 'english', 'e', 'e1', 'en es', '日本'],
    right: () => 'en',
  },
];

/** A property: an upload with one value that resembles a valid one is refused. */
const propertyOfRefused = ({rule, place, member, values, right}: NearMisses): AnyProperty =>
  property<{value: string}, Record<'wrong' | 'right', Handle>>({
    rule,
    place,
    maxDrawsOnShared: 1,
    forAll: {value: classesOf<string>(...values)},
    act: (s, {value}) => ({
      wrong: send(s, newIssue(s, {[member]: value})),
      right: send(s, newIssue(s, {[member]: right(s)})),
    }),
    judge: ({wrong, right: twin}, {value}) =>
      whenServed(twin, () => expectOutcome(wrong, 'invalid', `accepted: ${value}`)),
  });

/** Values that resemble valid ones and must be refused. */
export const nearMisses: AnyProperty[] = NEAR_MISSES.map(propertyOfRefused);

/** Names of files that only resemble those of covers. */
const COVERS = 'https://files.presscheck.example/covers';

const OTHER_COVERS: NearMisses = {
  rule: 'store.content.other-covers-are-refused',
  place: 'names with other endings',
  member: 'cover',
  values: [
    `${COVERS}/cover.jpg.exe`,
    `${COVERS}/cover.png.gif`,
    `${COVERS}/jpg/cover.gif`,
    `${COVERS}/cover-png.pdf`,
    'covers/cover.jpg.txt',
  ],
  right: (s) => coverOf(s, 'jpg'),
};

/** An upload with each of the values is refused. */
export const eachNearMiss: Check[] = [...NEAR_MISSES, OTHER_COVERS].flatMap(
  ({rule, place, member, values, right}) =>
    checksOfTrials({
      scene: `${rule} each of the ${place}`,
      onlyOnTestTargets: true,
      place: `each of the ${place}`,
      begin: (s) => uploadsOf(s, {[member]: right(s)}),
      rows: {
        [rule]: Object.fromEntries(
          values.map((value) => [`accepted: ${value}`, {[`/${member}`]: value}]),
        ),
      },
    }),
);
