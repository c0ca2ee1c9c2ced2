/** The pages of a filtered list show the sessions of one user only, too. */

import type {Exchange} from '../../../../spec/exchange.ts';
import type {Val} from '../../../../spec/value.ts';
import {checksOf, sharedScene, type Check, type Judgement} from '../../../language/check.ts';
import {allIn, inGroups} from '../../../language/groups.ts';
import {judgeEach, when} from '../../../language/judge.ts';
import type {Handle} from '../../../language/script.ts';
import {createUser} from '../../people.ts';
import {listUntilShown, sessionsOf, signIn} from '../../sessions.ts';
import {whenSideBySide} from '../session-rows.ts';
import {expectNoOthersListed} from './filters.ts';
import {expectWhetherMore} from './pages.ts';

const MAX_PAGES = 6;

/** Pages filtered by an external_id; two users sign in alternately. */
const pagesOfOne = sharedScene({
  id: 'store: the pages of sessions by an external_id',
  onlyOnTestTargets: true,
  act: (s) => {
    const one = createUser(s);
    const other = createUser(s);
    const [first, beside] = [signIn(s, one.created), signIn(s, other.created)];
    const [second, besideToo] = [signIn(s, one.created), signIn(s, other.created)];
    const third = signIn(s, one.created);
    return {
      created: one.created,
      ...inGroups({own: [first, second, third], beside: [beside, besideToo]}),
      besideToo,
      ofOne: listUntilShown(s, one.created, third),
      ofOther: listUntilShown(s, other.created, besideToo),
      pages: s.walk('listAuthSessions', {
        query: {external_id: one.body.external_id, per_page: '1'},
        atMost: MAX_PAGES,
      }),
    };
  },
});

/** Judges the pages, if both users have all their sessions at once. */
const whenBothStand = (
  {ofOne, ofOther, besideToo, ...seen}: Record<'ofOne' | 'ofOther' | 'besideToo', Exchange>,
  judgement: () => Judgement,
): Judgement => whenSideBySide([ofOne, ofOther], [...allIn(seen, 'own'), besideToo], judgement);

/** Pages of the sessions of one user, between and around which others sign in. */
const pagesAmongOthers = sharedScene({
  id: 'store: the pages of the sessions of a user among those of others',
  onlyOnTestTargets: true,
  act: (s) => {
    const {created, body} = createUser(s);
    const [before, ...others] = Array.from({length: 4}, () => createUser(s).created);
    const beside = [signIn(s, before ?? created)];
    const own = others.map((other, at) => {
      const session = signIn(s, created, at === 1 ? 'mobile' : 'web');
      beside.push(signIn(s, other));
      return session;
    });
    const whole = listUntilShown(s, created, own.at(-1) ?? created);
    const walks = (query: Record<string, Val>): Handle<Exchange[]>[] =>
      ['1', '2'].map((size) =>
        s.walk('listAuthSessions', {query: {...query, per_page: size}, atMost: MAX_PAGES}),
      );
    return {
      created,
      whole,
      ...inGroups({
        own,
        beside,
        'by user_id': walks(sessionsOf(created)),
        'by external_id': walks({external_id: body.external_id}),
      }),
    };
  },
});

/** No page of walks of several pages has a session of another user. */
const expectNoOthersOn = (
  walks: Exchange[][],
  {created, ...seen}: {created: Exchange},
): Judgement =>
  when(
    walks.every((pages) => pages.length > 1),
    'the first page has no next one',
    () =>
      judgeEach(walks.flat(), (page) => expectNoOthersListed(page, created, allIn(seen, 'beside'))),
  );

/** The walks by a parameter have no session of another user. */
const expectNoOthersBy = (
  parameter: string,
  seen: Record<'created' | 'whole', Exchange>,
): Judgement =>
  whenSideBySide(seen.whole, allIn(seen, 'own'), () =>
    expectNoOthersOn(allIn(seen, `by ${parameter}`), seen),
  );

/** The checks of the pages of a filtered list. */
export const filteredPages: Check[] = [
  ...checksOf(pagesOfOne, {
    'store.auth-sessions.external-id-filters @ on the pages of a walk': (seen) =>
      whenBothStand(seen, () => expectNoOthersOn([seen.pages], seen)),
    'store.auth-sessions.has-more-is-exact @ of the pages by an external_id': (seen) =>
      whenBothStand(seen, () => expectWhetherMore(seen.pages, seen.ofOne)),
  }),
  ...checksOf(pagesAmongOthers, {
    'store.auth-sessions.user-id-filters @ on the pages of a walk': (seen) =>
      expectNoOthersBy('user_id', seen),
    'store.auth-sessions.external-id-filters @ on pages among others': (seen) =>
      expectNoOthersBy('external_id', seen),
  }),
];
