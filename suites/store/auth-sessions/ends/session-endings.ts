/** The steps that end sessions, and judgements that several of them share. */

import type {Exchange} from '../../../../spec/exchange.ts';
import type {Judgement} from '../../../language/check.ts';
import {whenServed} from '../../../language/judge.ts';
import type {Handle, Script} from '../../../language/script.ts';
import {idOfSession, sessionsOf} from '../../sessions.ts';
import {whenSideBySide, expectSessionsListed} from '../session-rows.ts';

/** Records the end of one session. */
export const endOne = (s: Script, session: Handle): Handle =>
  s.call('deleteAuthSession', {path: idOfSession(session)});

/** Records the end of all sessions of a user. */
export const endAll = (s: Script, created: Handle): Handle =>
  s.call('deleteAuthSessionsOfUser', {path: sessionsOf(created)});

/** Judges the effects of a deletion, if it succeeded. */
export const whenDeleted = (response: Exchange, judgement: () => Judgement): Judgement =>
  whenServed(response, judgement);

/** Judges the effects of the deletion of all sessions, if it succeeded. */
export const whenAllDeleted = (response: Exchange, judgement: () => Judgement): Judgement =>
  whenServed(response, judgement);

/** The session of another user, who had one before, is still listed. */
export const expectOtherUserKept = ({
  beside,
  besideBefore,
  besideAfter,
}: Record<'beside' | 'besideBefore' | 'besideAfter', Exchange>): Judgement =>
  whenSideBySide(besideBefore, [beside], () =>
    expectSessionsListed(besideAfter, [beside], 'session-of-another-user-ended'),
  );
