/** An upload with one wrong member creates nothing, whichever member that is. */

import type {Exchange} from '../../../../spec/exchange.ts';
import type {Val} from '../../../../spec/value.ts';
import {checksAt, sharedScene, type Check, type Judgement} from '../../../language/check.ts';
import {isCreated} from '../../../language/outcome.ts';
import {
  all,
  expectOutcome,
  notApplicable,
  when,
  judgeEach,
  nothing,
} from '../../../language/judge.ts';
import type {Handle, Script} from '../../../language/script.ts';
import {findIssues, newIssue, readByReference, send} from '../../issuing.ts';
import {expectNotListed, expectNotRead} from './refused.ts';

/** Wrong members, each with its own rule. */
const WRONG: Record<string, (s: Script) => Record<string, Val>> = {
  'a cover that is a gif': () => ({cover: 'https://files.presscheck.example/cover.gif'}),
  'an unknown collection': (s) => ({collection: [s.fresh('text')]}),
  'no language': () => ({lang: '12'}),
  'another extension': () => ({extension: 'docx'}),
  'no URL': () => ({file_url: 'no url'}),
  'no day': () => ({publication_date: '2024-02-30'}),
};

/** The checks that a wrong upload creates nothing. */
const checksOfNothingLeft = (place: string, wrong: (s: Script) => Record<string, Val>): Check[] =>
  checksAt(
    sharedScene({
      id: `store: an upload with ${place}`,
      api: 'store',
      onlyOnTestTargets: true,
      act: (s) => {
        const body = newIssue(s, wrong(s));
        return {
          sent: send(s, body),
          read: readByReference(s, body.external_id),
          listed: findIssues(s, body.name),
        };
      },
    }),
    'store.content.refused-create-makes-nothing',
    {
      [`with ${place}`]: ({sent, read, listed}) =>
        // Another rule requires that it is refused.
        sent.status < 400
          ? notApplicable('the upload was accepted')
          : all(expectNotRead(sent, read), () => expectNotListed(sent, listed)),
    },
  );

/** Members that every upload of a file has (Content, Upload body). */
const NEEDED = ['publication_date', 'name', 'extension', 'file_url'] as const;

/** Reasons for refusals, each with the wrong members; undefined: the member is missing. */
const CAUSES: Record<string, (s: Script) => Record<string, Val | undefined>> = {
  ...Object.fromEntries(NEEDED.map((name) => [`no ${name}`, () => ({[name]: undefined})])),
  'no file at all': () => ({extension: undefined, file_url: undefined}),
  ...WRONG,
};

/** The members of a body that are there. */
const present = (body: Record<string, Val | undefined>): Record<string, Val> =>
  Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined)) as Record<
    string,
    Val
  >;

/** Uploads that are refused twice for each reason and then corrected with the same reference. */
const corrected = sharedScene({
  id: 'store: uploads that are refused and then corrected',
  api: 'store',
  noRequestReuse: true,
  onlyOnTestTargets: true,
  act: (s) => {
    const seen: Record<string, Handle> = {control: send(s, newIssue(s))};
    for (const [cause, wrong] of Object.entries(CAUSES)) {
      const body = newIssue(s);
      const wrongly = present({...body, ...wrong(s)});
      seen[`refused: ${cause}`] = send(s, wrongly);
      seen[`again: ${cause}`] = send(s, wrongly);
      seen[`corrected: ${cause}`] = send(s, body);
    }
    return seen;
  },
});

/** A refused upload does not occupy its reference, whatever the reason. */
const expectReferencesFree = ({control, ...seen}: Record<string, Exchange>): Judgement =>
  when(control !== undefined && isCreated(control), 'an upload was not accepted', () =>
    judgeEach(Object.keys(CAUSES), (cause) => {
      const [refused, again, next] = ['refused', 'again', 'corrected'].map(
        (which) => seen[`${which}: ${cause}`],
      );
      // Another rule requires that it is refused.
      const isRefused = [refused, again].every((one) => one?.situations.includes('invalid'));
      return next && isRefused
        ? expectOutcome(next, 'created', `refused after ${cause}`)
        : nothing();
    }),
  );

/** Lists of terms may be empty: an empty list is an array of texts, too (Content, Upload body). */
const emptyLists = sharedScene({
  id: 'store: an upload with empty lists of terms',
  api: 'store',
  onlyOnTestTargets: true,
  act: (s) => {
    const none = {author: [], country: [], category: [], publisher: [], keyword: []};
    return {plain: send(s, newIssue(s)), empty: send(s, newIssue(s, none))};
  },
});

/** The effects of refused uploads, and empty lists. */
export const nothingLeft: Check[] = [
  ...Object.entries(WRONG).flatMap(([place, wrong]) => checksOfNothingLeft(place, wrong)),
  ...checksAt(corrected, 'store.content.refused-create-makes-nothing', {
    'and takes no reference': expectReferencesFree,
  }),
  ...checksAt(emptyLists, 'store.content.taxonomy-is-accepted', {
    'no terms': ({plain, empty}) =>
      when(isCreated(plain), 'an upload without terms was not accepted', () =>
        expectOutcome(empty, 'created', 'empty lists refused'),
      ),
  }),
];
