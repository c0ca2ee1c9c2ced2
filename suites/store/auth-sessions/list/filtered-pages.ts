/** The pages of a filtered list show the sessions of one user only, too. */

import type {Exchange} from '../../../../spec/exchange.ts';
import type {Val} from '../../../../spec/value.ts';
import {
  sharedScene,
  checksAt,
  type SeenIn,
  type Judgement,
  type Check,
} from '../../../language/check.ts';
import {judgeEach, when} from '../../../language/judge.ts';
import type {Handle} from '../../../language/script.ts';
import {createUser} from '../../people.ts';
import {signIn, listUntilShown} from '../../sessions.ts';
import {expectNoOthersListed} from './filters.ts';
import {expectWhetherMore} from './pages.ts';
import {whenSideBySide} from '../session-rows.ts';

/** Pages filtered by an external_id; two users sign in alternately. */
const pagesOfOne = sharedScene({
  id: 'store: the pages of sessions by an external_id',
  api: 'store',
  onlyOnTestTargets: true,
  act: (s) => {
    const one = createUser(s);
    const other = createUser(s);
    const [first, beside] = [signIn(s, one.created), signIn(s, other.created)];
    const [second, besideToo] = [signIn(s, one.created), signIn(s, other.created)];
    const third = signIn(s, one.created);
    return {
      created: one.created,
      first,
      second,
      third,
      beside,
      besideToo,
      ofOne: listUntilShown(s, one.created, third),
      ofOther: listUntilShown(s, other.created, besideToo),
      pages: s.walk('listAuthSessions', {
        query: {external_id: one.body.external_id, per_page: '1'},
        atMost: 6,
      }),
    };
  },
});

type PagesOfOne = SeenIn<typeof pagesOfOne>;

/** Judges the pages, if both users have all their sessions at once. */
const whenBothStand = (
  {first, second, third, besideToo, ofOne, ofOther}: PagesOfOne,
  judgement: () => Judgement,
): Judgement => whenSideBySide([ofOne, ofOther], [first, second, third, besideToo], judgement);

/** No page shows a session of the other user. */
const expectNoOthersOnPages = (
  pages: Exchange[],
  {created, beside, besideToo}: PagesOfOne,
): Judgement =>
  judgeEach(pages, (page) => expectNoOthersListed(page, created, [beside, besideToo]));

/** Pages of the sessions of one user, between and around which others sign in. */
const pagesAmongOthers = sharedScene({
  id: 'store: the pages of the sessions of a user among those of others',
  api: 'store',
  onlyOnTestTargets: true,
  act: (s) => {
    const one = createUser(s);
    const others = [createUser(s), createUser(s), createUser(s), createUser(s)].map(
      ({created}) => created,
    );
    const [before, between, betweenToo, after] = others as [Handle, Handle, Handle, Handle];
    const first = signIn(s, before);
    const own = signIn(s, one.created);
    const second = signIn(s, between);
    const ownToo = signIn(s, one.created, 'mobile');
    const third = signIn(s, betweenToo);
    const last = signIn(s, one.created);
    const fourth = signIn(s, after);
    const whole = listUntilShown(s, one.created, last);
    const walk = (query: Record<string, Val>, size: number) =>
      s.walk('listAuthSessions', {query: {...query, per_page: String(size)}, atMost: 6});
    const byId = {user_id: one.created.at('/data/id')};
    return {
      created: one.created,
      first,
      second,
      third,
      fourth,
      own,
      ownToo,
      last,
      whole,
      byId: walk(byId, 1),
      byIdInTwos: walk(byId, 2),
      byExternalId: walk({external_id: one.body.external_id}, 1),
      byExternalIdInTwos: walk({external_id: one.body.external_id}, 2),
    };
  },
});

type PagesAmongOthers = SeenIn<typeof pagesAmongOthers>;

const whenSeveralPages = (walks: Exchange[][], judgement: () => Judgement): Judgement =>
  when(
    walks.every((pages) => pages.length > 1),
    'the first page has no next one',
    judgement,
  );

/** No page of these walks has a session of another user. */
function expectNoOthersOnWalks(walks: Exchange[][], seen: PagesAmongOthers): Judgement {
  const {created, first, second, third, fourth, own, ownToo, last, whole} = seen;
  const others = [first, second, third, fourth];
  return whenSideBySide(whole, [own, ownToo, last], () =>
    whenSeveralPages(walks, () =>
      judgeEach(walks.flat(), (page) => expectNoOthersListed(page, created, others)),
    ),
  );
}

/** The checks of the pages of a filtered list. */
export const filteredPages: Check[] = [
  ...checksAt(pagesOfOne, 'store.auth-sessions.external-id-filters', {
    'on the pages of a walk': (seen) =>
      whenBothStand(seen, () =>
        whenSeveralPages([seen.pages], () => expectNoOthersOnPages(seen.pages, seen)),
      ),
  }),
  ...checksAt(pagesAmongOthers, 'store.auth-sessions.user-id-filters', {
    'on the pages of a walk': (seen) => expectNoOthersOnWalks([seen.byId, seen.byIdInTwos], seen),
  }),
  ...checksAt(pagesAmongOthers, 'store.auth-sessions.external-id-filters', {
    'on pages among others': (seen) =>
      expectNoOthersOnWalks([seen.byExternalId, seen.byExternalIdInTwos], seen),
  }),
  ...checksAt(pagesOfOne, 'store.auth-sessions.has-more-is-exact', {
    'of the pages by an external_id': (seen) =>
      whenBothStand(seen, () => expectWhetherMore(seen.pages, seen.ofOne)),
  }),
];
