import type {Exchange} from '../../../../spec/exchange.ts';
import {isClientError} from '../../../../spec/status.ts';
import {check, type Check, type Judgement} from '../../../language/check.ts';
import {all, expectThat} from '../../../language/judge.ts';
import type {Handle, Script} from '../../../language/script.ts';
import {createUser, deactivate, idOf} from '../../people.ts';
import {listOf, listUntilShown, signIn} from '../../sessions.ts';
import {expectSessionsGone, whenSideBySide} from '../session-rows.ts';

/** A browser and an app of one user, until a list shows the second. */
function signInTwice(s: Script, created: Handle): {web: Handle; app: Handle; before: Handle} {
  const web = signIn(s, created);
  const app = signIn(s, created, 'mobile');
  return {web, app, before: listUntilShown(s, created, app)};
}

const reactivate = (s: Script, created: Handle): Handle =>
  s.call('reactivateUser', {path: idOf(created), expects: 'reactivated'});

/**
 * The sessions of a deleted user are not listed; a filter that finds no user shows this as well.
 */
export const expectNotListed = (list: Exchange, sessions: Exchange[], how: string): Judgement =>
  list.situations.includes('session-page')
    ? expectSessionsGone(list, sessions, `still-listed: ${how}`)
    : expectThat(isClientError(list.status), {
        branch: `no list: ${how}`,
        expected: 'a list without the session, or a refusal of the filter',
        got: String(list.status),
        at: list,
      });

/**
 * Listed sessions have ended. The app signed in last: this may have ended the session of the
 * browser.
 */
const expectEnded = (
  {web, app, before, after}: Record<'web' | 'app' | 'before' | 'after', Exchange>,
  how: string,
): Judgement => whenSideBySide(before, [app], () => expectNotListed(after, [web, app], how));

/** Users whose sessions end with them (States / User). */
export const endsWithUsers: Check[] = [
  check({
    rule: 'store.auth-sessions.deactivation-ends-sessions',
    act: (s) => {
      const {created} = createUser(s);
      const {web, app, before} = signInTwice(s, created);
      deactivate(s, created);
      return {web, app, before, after: listOf(s, created)};
    },
    judge: (seen) => expectEnded(seen, 'deactivated'),
  }),
  check({
    rule: 'store.auth-sessions.deactivation-ends-sessions',
    place: 'of a user who came back',
    consecutive: true,
    act: (s) => {
      const {created} = createUser(s);
      const {web, app, before} = signInTwice(s, created);
      deactivate(s, created);
      reactivate(s, created);
      const back = signInTwice(s, created);
      deactivate(s, created, {anonymize: 'true'});
      return {
        web,
        app,
        before,
        webBack: back.web,
        appBack: back.app,
        shown: back.before,
        after: listOf(s, created),
      };
    },
    judge: ({web, app, before, webBack, appBack, shown, after}) =>
      all(
        () => expectEnded({web, app, before, after: shown}, 'reactivated'),
        () => expectEnded({web: webBack, app: appBack, before: shown, after}, 'anonymized'),
      ),
  }),
];
