import type {Val} from '../../../../spec/value.ts';
import {sharedScene, checksOf, type Check} from '../../../language/check.ts';
import {all, expectNoServerError, expectNone} from '../../../language/judge.ts';
import type {Handle} from '../../../language/script.ts';
import {listReading, listSomeReading} from '../reading-steps.ts';
import {uuidsOn} from '../session-rows.ts';

/** Invented cursors (NS-ST-100), and filters by ids that do not exist (NS-ST-101). */
const nothingToFind = sharedScene({
  id: 'store: cursors and filters of reading sessions that lead nowhere',
  act: (s) => {
    const list = (query: Record<string, Val>): Handle => listReading(s, query);
    return {
      plain: listSomeReading(s),
      made: list({cursor: 'presscheck-none'}),
      empty: list({cursor: ''}),
      unknownUser: list({user_id: s.sample('unknown_user')}),
    };
  },
});

/** The checks of cursors and filters that find nothing. */
export const findingNothing: Check[] = [
  ...checksOf(nothingToFind, {
    'store.reading.unknown-cursor-does-no-harm': ({made, empty}) =>
      all(
        expectNoServerError(made, 'broken-down'),
        expectNoServerError(empty, 'broken-down-when-empty'),
      ),
    'store.reading.user-id-filters @ of an unknown user': ({unknownUser}) =>
      unknownUser.situations.includes('reading-page')
        ? expectNone(
            uuidsOn(unknownUser),
            'session of an unknown user',
            'sessions-of-nobody',
            unknownUser,
          )
        : expectNoServerError(unknownUser, 'broken-down'),
  }),
];
