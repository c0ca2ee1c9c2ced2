import {around} from '../../breaking.ts';
import {DEACTIVATE, REACTIVATE, UPDATE} from '../../store/users/changed-users.ts';
import {isRefused} from '../../../operation.ts';
import {particular, type ParticularDefect} from '../particular.ts';
import {losing, storing, userOf} from './altered-users.ts';
import {together} from '../../families/seams.ts';

/** Loses an update of a user that follows immediately after one of another user. */
const losingInTurn = around(UPDATE, (next) => {
  let last = '';
  let before = '';
  return (view, input) => {
    const id = input.path['id'] ?? '';
    const isInTurn = before === id && last !== id;
    before = last;
    last = id;
    const outcome = next(view, input);
    if (isRefused(outcome) || !isInTurn) return outcome;
    const {changes: _lost, ...rest} = outcome;
    return rest;
  };
});

/** Defects of orders of requests, races at limits, and logins. */
export const moments: ParticularDefect[] = [
  ...particular('states', 'store.users.deactivated-cannot-log-in', {
    'a deactivated admin can log in': [
      'An admin who was deactivated can still log in.',
      storing(DEACTIVATE, ({admin, state}) =>
        admin && state === 'deactivated' ? {may_log_in: true} : {},
      ),
    ],
    'after a second deactivation a user can log in': [
      'A user who was deactivated, reactivated and deactivated again can log in.',
      together(
        storing(REACTIVATE, () => ({returned: true})),
        storing(DEACTIVATE, (_after, before) => (before?.returned ? {may_log_in: true} : {})),
      ),
    ],
  }),
  ...particular('order', 'store.users.moves-are-the-listed-ones', {
    'updates of two users in turn lose the third': [
      'An update is lost when the one before was of another user, and that before it of this one.',
      losingInTurn,
    ],
  }),
  ...particular('order', 'store.users.moves-are-the-listed-ones', {
    'an older user cannot follow a newer one': [
      'A deactivation has no effect on a user who was created before the last deactivated one.',
      losing(DEACTIVATE, (view, input, last) => {
        const {seq = 0} = userOf(view, input) ?? {};
        const newer = last.get(view.tenant) ?? 0;
        last.set(view.tenant, seq);
        return input.query['anonymize'] === undefined && seq < newer;
      }),
    ],
  }),
  ...particular('races', 'store.limits.sixty-a-minute', {
    'requests at the same moment pass the minute': [
      'A request counts for the minute only a moment after it was let pass.',
      {seam: 'late', situation: 'rate-limited'},
    ],
  }),
  ...particular('races', 'store.limits.two-thousand-reads-a-token', {
    'reads at the same moment pass the quota': [
      'A read counts for the day only a moment after it was let pass.',
      {seam: 'late', situation: 'quota-spent'},
    ],
  }),
];
