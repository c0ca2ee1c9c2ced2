import type {Exchange} from '../../../../spec/exchange.ts';
import type {Val} from '../../../../spec/value.ts';
import {sharedScene, checksOf, type Judgement, type Check} from '../../../language/check.ts';
import {expectNone, expectNoServerError, all} from '../../../language/judge.ts';
import type {Handle} from '../../../language/script.ts';
import {idsOn} from '../../sessions.ts';

/**
 * Cursors and filters that find nothing; the document does not describe their answers (NS-ST-18,
 * 19).
 */
const nothingToFind = sharedScene({
  id: 'store: cursors and filters that lead nowhere',
  act: (s) => {
    const list = (query: Record<string, Val>): Handle => s.call('listAuthSessions', {query});
    return {
      made: list({cursor: 'presscheck-none'}),
      empty: list({cursor: ''}),
      unknownUser: list({user_id: s.sample('unknown_user')}),
      unknownExternalId: list({external_id: s.fresh('external-id')}),
    };
  },
});

/** A filter by an unknown user finds nothing, or is refused. */
const expectNothingFound = (list: Exchange): Judgement =>
  list.situations.includes('session-page')
    ? expectNone(idsOn(list), 'session of an unknown user', 'sessions-of-nobody', list)
    : expectNoServerError(list, 'broken-down');

/** The checks of cursors and filters that find nothing. */
export const findingNothing: Check[] = checksOf(nothingToFind, {
  'store.auth-sessions.unknown-cursor-does-no-harm': ({made, empty}) =>
    all(
      expectNoServerError(made, 'broken-down'),
      expectNoServerError(empty, 'broken-down-when-empty'),
    ),
  'store.auth-sessions.user-id-filters @ of an unknown user': ({unknownUser}) =>
    expectNothingFound(unknownUser),
  'store.auth-sessions.external-id-filters @ of an unknown user': ({unknownExternalId}) =>
    expectNothingFound(unknownExternalId),
});
