import type {Val} from '../../../spec/value.ts';
import {checksAt, sharedScene, type Check} from '../../check.ts';
import {all, is, notApplicable, when} from '../../judge.ts';
import type {Script} from '../../script.ts';
import {findIssues, newIssue, readByReference, send} from '../issuing.ts';
import {isNotListed, isNotRead} from './refused.ts';

/** An upload that is wrong in one member leaves nothing, whichever member that is. */

/** Members that are wrong, each by the rule of another member. */
const WRONG: Record<string, (s: Script) => Record<string, Val>> = {
  'a cover that is a gif': () => ({cover: 'https://files.presscheck.example/cover.gif'}),
  'an unknown collection': (s) => ({collection: [s.fresh('text')]}),
  'no language': () => ({lang: '12'}),
  'another extension': () => ({extension: 'docx'}),
  'no URL': () => ({file_url: 'no url'}),
  'no day': () => ({publication_date: '2024-02-30'}),
};

/** What a wrong upload leaves. */
const leavesNothing = (place: string, wrong: (s: Script) => Record<string, Val>): Check[] =>
  checksAt(
    sharedScene({
      id: `store: an upload with ${place}`,
      api: 'store',
      notOnLiveTarget: true,
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
        // That it is refused is another rule's.
        sent.status < 400
          ? notApplicable('the upload was accepted')
          : all(isNotRead(sent, read), () => isNotListed(sent, listed)),
    },
  );

/** Lists of terms may be empty: an array of texts has none, too (Content, Upload body). */
const emptyLists = sharedScene({
  id: 'store: an upload with empty lists of terms',
  api: 'store',
  notOnLiveTarget: true,
  act: (s) => {
    const none = {author: [], country: [], category: [], publisher: [], keyword: []};
    return {plain: send(s, newIssue(s)), empty: send(s, newIssue(s, none))};
  },
});

/** What refused uploads leave, and empty lists. */
export const nothingLeft: Check[] = [
  ...Object.entries(WRONG).flatMap(([place, wrong]) => leavesNothing(place, wrong)),
  ...checksAt(emptyLists, 'store.content.taxonomy-is-accepted', {
    'no terms': ({plain, empty}) =>
      when(plain.situations.includes('created'), 'an upload without terms was not accepted', () =>
        is(empty, 'created', 'empty lists refused'),
      ),
  }),
];
