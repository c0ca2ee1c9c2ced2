import {
  isRefused,
  type Done,
  type Input,
  type Refused,
  type Transition,
  type View,
} from '../../../operation.ts';
import type {Seam} from '../../../defect.ts';
import {around} from '../../breaking.ts';
import {
  CREATE,
  REACTIVATE,
  refusedButDone,
  taken,
  UPDATE,
} from '../../store/users/changed-users.ts';
import {particular, type ParticularDefect} from '../particular.ts';
import {bodyOf, obeyingAnonymize, userOf, type Marked} from './altered-users.ts';

/** The changes of a request without its checks. */
function changesOf(unguarded: Transition, view: View, input: Input): Done['changes'] {
  const outcome = unguarded(view, input);
  return isRefused(outcome) ? [] : outcome.changes;
}

/**
 * Turns a refusal into one that changes something.
 * @param other the response instead of the refusal; undefined: the refusal
 */
const onRefusal = (
  operations: string[],
  other: (refused: Refused, view: View, input: Input, unguarded: Transition) => Done | undefined,
): Seam =>
  around(operations, (next, without) => (view, input) => {
    const outcome = next(view, input);
    if (!isRefused(outcome)) return outcome;
    return (
      other(
        outcome,
        view,
        input,
        without(() => true),
      ) ?? outcome
    );
  });

/** Reserves the email of a creation that is refused because of its external_id. */
const reservingTheEmail = around(CREATE, (next) => {
  const reserved = new Set<string>();
  return (view, input) => {
    const {email} = bodyOf(input);
    const outcome = next(view, input);
    if (isRefused(outcome) && outcome.errors?.['external_id'] && !outcome.errors['email'])
      reserved.add(email);
    return reserved.has(email) && !isRefused(outcome) ? taken('email') : outcome;
  };
});

/** Performs a refused creation when it is repeated. */
const givingIn = around(CREATE, (next, without) => {
  const refused = new Set<string>();
  return (view, input) => {
    const outcome = next(view, input);
    if (!isRefused(outcome) || !outcome.errors?.['external_id']) return outcome;
    const {email} = bodyOf(input);
    if (!refused.has(email)) {
      refused.add(email);
      return outcome;
    }
    return refusedButDone(
      outcome,
      changesOf(
        without(() => true),
        view,
        input,
      ),
    );
  };
});

/** Refuses the reactivation of an anonymized user, and remembers it for the second one. */
const wearingDown = onRefusal(REACTIVATE, (refused, view, input) => {
  const user = userOf(view, input) as Marked | undefined;
  if (refused.refused !== 'anonymized' || !user) return undefined;
  const put: Marked = user.returned
    ? {...user, name: user.former ?? 'reader', external_id: `reader-${user.id}`}
    : {...user, returned: true};
  return refusedButDone(refused, [{table: 'users', put}]);
});

/** Refuses deactivations with an invalid `anonymize`, but performs those with a number. */
const obeyingNumbers = obeyingAnonymize(/^(true|false|\d+)?$/);

/** Defects of what a refused request leaves behind (Errors). */
export const refusals: ParticularDefect[] = [
  ...particular('refusals', 'store.users.external-id-change-changes-nothing', {
    'an update that fails in two fields is stored in part': [
      'An update that is refused for its email and its external_id stores all its other members.',
      onRefusal(UPDATE, (refused, view, input, unguarded) => {
        const {email, external_id: id} = refused.errors ?? {};
        const user = userOf(view, input);
        if (!email || !id || !user) return undefined;
        const kept = {email: user.email, external_id: user.external_id};
        const changes = (changesOf(unguarded, view, input) ?? []).map((change) =>
          'put' in change ? {...change, put: {...change.put, ...kept}} : change,
        );
        return refusedButDone(refused, changes);
      }),
    ],
  }),
  ...particular('refusals', 'store.users.refused-create-makes-nobody', {
    'a refused create keeps its email taken': [
      'The email of a create that was refused for its external_id cannot be used any more.',
      reservingTheEmail,
    ],
    'a refused create that comes again makes the user': [
      'A create that is refused for its external_id makes a user when it is sent a second time.',
      givingIn,
    ],
  }),
  ...particular('refusals', 'store.users.refused-anonymize-changes-nothing', {
    'a number deactivates': [
      'A deactivation whose `anonymize` is a number such as 2 is refused and carried out.',
      obeyingNumbers,
    ],
  }),
  ...particular('refusals', 'store.users.anonymization-is-irreversible', {
    'the second refused reactivation restores the person': [
      'The second reactivation of an anonymized user is refused, and sets name and external_id.',
      wearingDown,
    ],
  }),
  ...particular('refusals', 'store.access.errors-name-the-failing-field', {
    'of two fields that are taken one is named': [
      'A create whose email and external_id are both taken is refused for the email alone.',
      around(CREATE, (next) => (view, input) => {
        const outcome = next(view, input);
        if (!isRefused(outcome) || !outcome.errors?.['email']) return outcome;
        return {...outcome, errors: {email: outcome.errors['email']}};
      }),
    ],
  }),
];
