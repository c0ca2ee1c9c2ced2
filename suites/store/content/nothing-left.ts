import type {Exchange} from '../../../spec/exchange.ts';
import type {Val} from '../../../spec/value.ts';
import {checksAt, sharedScene, type Check, type Judgement} from '../../check.ts';
import {isCreated} from '../../outcome.ts';
import {all, is, notApplicable, when} from '../../judge.ts';
import type {Handle, Script} from '../../script.ts';
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

/** Members that every upload of a file has (Content, Upload body). */
const NEEDED = ['publication_date', 'name', 'extension', 'file_url'] as const;

/** What an upload is refused for, by what is wrong with it; undefined: a member that it lacks. */
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

/** Uploads that are refused for every cause, twice, and then corrected: each keeps its reference. */
const corrected = sharedScene({
  id: 'store: uploads that are refused and then corrected',
  api: 'store',
  ownRequests: true,
  notOnLiveTarget: true,
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

/** Whatever an upload was refused for, it has not taken its reference. */
const areFree = ({control, ...seen}: Record<string, Exchange>): Judgement =>
  when(control !== undefined && isCreated(control), 'an upload was not accepted', () =>
    all(
      ...Object.keys(CAUSES).map((cause) => () => {
        const [refused, again, next] = ['refused', 'again', 'corrected'].map(
          (which) => seen[`${which}: ${cause}`],
        );
        // That it is refused is another rule's.
        const isRefused = [refused, again].every((one) => one?.situations.includes('invalid'));
        return next && isRefused ? is(next, 'created', `refused after ${cause}`) : all();
      }),
    ),
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
  ...checksAt(corrected, 'store.content.refused-create-makes-nothing', {
    'and takes no reference': areFree,
  }),
  ...checksAt(emptyLists, 'store.content.taxonomy-is-accepted', {
    'no terms': ({plain, empty}) =>
      when(plain.situations.includes('created'), 'an upload without terms was not accepted', () =>
        is(empty, 'created', 'empty lists refused'),
      ),
  }),
];
