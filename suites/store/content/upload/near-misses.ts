/** Values that resemble valid ones, which an upload refuses (Content, Upload body; Content, Rules). */

import {defined} from '../../../../spec/defined.ts';
import type {Exchange} from '../../../../spec/exchange.ts';
import type {Val} from '../../../../spec/value.ts';
import {check, type AnyProperty, type Check, type Judgement} from '../../../language/check.ts';
import {expectOutcome, judgeEach} from '../../../language/judge.ts';
import {property} from '../../../language/property.ts';
import type {Script, Handle} from '../../../language/script.ts';
import {classesOf} from '../../../values/values.ts';
import {fileOf, send, newIssue} from '../../issuing.ts';
import {whenTwinAccepted} from './refused.ts';

/** The name of the upload with a valid value. */
const RIGHT = 'a valid value';

/** Values that resemble valid ones, and a valid one. */
export interface NearMisses {
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
    values: [
      '2024-05-14T00:00:00Z',
      '2024-05-14 00:00:00',
      '2024-5-4',
      '20240514',
      '2024/05/14',
      '14-05-2024',
      '14.05.2024',
      '05/14/2024',
      '2024-02-30',
      '2023-02-29',
      '2024-04-31',
      '2024-13-01',
      '2024-00-10',
      '2024-05',
      '2024',
      'tomorrow',
    ],
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
      whenTwinAccepted(twin, () => expectOutcome(wrong, 'invalid', `accepted: ${value}`)),
  });

/** Values that resemble valid ones and must be refused. */
export const nearMisses: AnyProperty[] = NEAR_MISSES.map(propertyOfRefused);

/** A check that an upload with each of the values is refused. */
export const checkEachRefused = ({rule, place, member, values, right}: NearMisses): Check =>
  check({
    rule,
    place: `each of the ${place}`,
    onlyOnTestTargets: true,
    act: (s): Record<string, Handle> => {
      const upload = (value: Val): Handle => send(s, newIssue(s, {[member]: value}));
      const wrong = values.map((value) => [value, upload(value)] as const);
      return {...Object.fromEntries(wrong), [RIGHT]: upload(right(s))};
    },
    judge: ({[RIGHT]: twin, ...wrong}: Record<string, Exchange>) =>
      whenTwinAccepted(defined(twin, RIGHT), () => expectEachRefused(wrong)),
  });

/** The same values, each of them. */
export const eachNearMiss: Check[] = NEAR_MISSES.map(checkEachRefused);

/** Every upload is refused, whichever value it has. */
const expectEachRefused = (wrong: Record<string, Exchange>): Judgement =>
  judgeEach(Object.entries(wrong), ([value, response]) =>
    expectOutcome(response, 'invalid', `accepted: ${value}`),
  );
