import type {Exchange} from '../../../spec/step.ts';
import {check, type Check, type Judgement} from '../../check.ts';
import {all, equal, hidden, holds, is, told, when} from '../../judge.ts';
import type {Handle, Script} from '../../script.ts';
import {create, deactivated, idOf, listed, rowOf, rowsOf, search, updateOf} from '../people.ts';

const ANONYMOUS = {anonymize: 'true'};
const deactivate = (s: Script, made: Handle, query: Record<string, string> = {}): Handle =>
  s.call('deactivateUser', {path: idOf(made), query, expects: 'deactivated'});

const flagged = (value: unknown): boolean => value === true || value === 1;
/** Any sign tells an anonymized user from a deactivated one; that none of them is missing, rules of their own say. */
const isAnonymous = (row: Record<string, any>, made: Exchange): boolean =>
  row.email !== made.asked.email || row.external_id !== made.asked.external_id || flagged(row.anonymized);
const becameAnonymous = (list: Exchange[], made: Exchange, branch: string): Judgement =>
  ofAnonymous(list, made, (row) => holds(isAnonymous(row, made), {branch, expected: 'an anonymized user', got: 'the person of before', at: list[0]}));
/** Nothing that anonymization took came back. */
const stayedAnonymous = (before: Exchange[], after: Exchange[], made: Exchange): Judgement =>
  ofAnonymous(before, made, (was) =>
    ofAnonymous(after, made, (now) =>
      when(isAnonymous(was, made), 'the user was not anonymized', () => all(...['email', 'external_id', 'name', 'anonymized'].filter((name) => was[name] !== undefined).map((name) => equal(now[name], was[name], `${name}-came-back`, after[0])))),
    ),
  );

/** One user anonymized, and how the list shows the user before and then. */
const anonymized = (s: Script) => {
  const {made, body} = create(s);
  const before = search(s, body.email);
  deactivate(s, made, ANONYMOUS);
  return {made, before, list: deactivated(s, made)};
};

/** The row of an anonymized user. Where such users are listed is open (NS-ST-16): unseen decides nothing. */
const ofAnonymous = (list: Exchange[], made: Exchange, judge: (row: Record<string, any>) => Judgement): Judgement => {
  const row = rowOf(list, made);
  const cut = list.at(-1)?.cut;
  return row
    ? judge(row)
    : hidden('NS-ST-16', 'unlisted', `the anonymized user is not listed among the deactivated${cut ? `, as far as they were seen: ${cut}` : ''}`);
};

/** Moves between active, deactivated and anonymized, and what each brings (States / User). */
export const states: Check[] = [
  check({
    rule: 'store.users.deactivation-deactivates',
    act: (s) => {
      const {made} = create(s);
      return {made, answer: s.call('deactivateUser', {path: idOf(made)}), list: deactivated(s, made)};
    },
    judge: ({made, answer, list}) => all(is(answer, 'deactivated', 'refused'), listed(list, made, 'not-deactivated')),
  }),
  check({
    rule: 'store.users.deactivation-keeps-the-person',
    act: (s) => {
      const {made, body} = create(s);
      const before = search(s, body.email);
      deactivate(s, made);
      return {made, before, list: deactivated(s, made)};
    },
    judge: ({made, before, list}) => {
      const was = rowOf(before, made);
      return listed(list, made, 'not-deactivated', (now) =>
        all(
          equal(now.email, was?.email, 'email-lost', list[0]),
          equal(now.external_id, was?.external_id, 'external-id-lost', list[0]),
          // Whether users carry a name is not told (NS-ST-02).
          ...(was?.name === undefined ? [] : [equal(now.name, was.name, 'name-lost', list[0])]),
        ),
      );
    },
  }),
  check({
    rule: 'store.users.refused-anonymize-changes-nothing',
    act: (s) => {
      const {made, body} = create(s);
      return {made, refused: s.call('deactivateUser', {path: idOf(made), query: {anonymize: 'perhaps'}, expects: 'invalid'}), found: search(s, body.email)};
    },
    judge: ({made, found}) =>
      holds(rowOf(found, made)?.deleted_at === null, {branch: 'deactivated-all-the-same', expected: 'an active user', got: told(found), at: found}),
  }),
  check({
    rule: 'store.users.anonymize-takes-true-and-1',
    act: (s) => {
      const one = create(s).made;
      const other = create(s).made;
      return {
        one, other,
        asTrue: s.call('deactivateUser', {path: idOf(one), query: {anonymize: 'true'}}),
        as1: s.call('deactivateUser', {path: idOf(other), query: {anonymize: '1'}}),
        list: deactivated(s, one),
        others: deactivated(s, other),
      };
    },
    judge: ({one, other, asTrue, as1, list, others}) =>
      all(
        is(asTrue, 'deactivated', 'true-refused'),
        is(as1, 'deactivated', '1-refused'),
        becameAnonymous(list, one, 'true-did-not-anonymize'),
        becameAnonymous(others, other, '1-did-not-anonymize'),
      ),
  }),
  check({
    rule: 'store.users.anonymize-false-only-deactivates',
    act: (s) => {
      const {made} = create(s);
      return {made, answer: s.call('deactivateUser', {path: idOf(made), query: {anonymize: 'false'}}), list: deactivated(s, made)};
    },
    judge: ({made, answer, list}) =>
      all(is(answer, 'deactivated', 'refused'), listed(list, made, 'not-deactivated', (row) => equal(row.email, made.body.data.email, 'anonymized', list[0]))),
  }),
  check({
    rule: 'store.users.active-can-be-anonymized',
    act: (s) => {
      const {made} = create(s);
      return {made, answer: s.call('deactivateUser', {path: idOf(made), query: ANONYMOUS}), list: deactivated(s, made)};
    },
    judge: ({made, answer, list}) =>
      all(
        is(answer, 'deactivated', 'refused'),
        becameAnonymous(list, made, 'not-anonymized'),
      ),
  }),
  check({
    rule: 'store.users.deactivated-can-be-anonymized',
    act: (s) => {
      const {made} = create(s);
      deactivate(s, made);
      return {made, answer: s.call('deactivateUser', {path: idOf(made), query: ANONYMOUS}), list: deactivated(s, made)};
    },
    judge: ({made, answer, list}) =>
      all(
        is(answer, 'deactivated', 'refused'),
        becameAnonymous(list, made, 'not-anonymized'),
      ),
  }),
  check({
    rule: 'store.users.anonymizing-replaces-the-email',
    act: (s) => {
      const {made, list} = anonymized(s);
      return {made, list};
    },
    judge: ({made, list}) =>
      ofAnonymous(list, made, (row) =>
        holds(new RegExp(`^user-${made.body.data.id}@[^@\\s]+$`).test(String(row.email)), {
          branch: 'another-form', expected: `user-${made.body.data.id}@<domain>`, got: String(row.email), at: list[0],
        }),
      ),
  }),
  check({
    rule: 'store.users.anonymizing-clears-the-name',
    act: (s) => {
      const {made, before, list} = anonymized(s);
      return {made, before, list};
    },
    judge: ({made, before, list}) =>
      ofAnonymous(list, made, (row) =>
        // A name that was null before tells nothing: no body of a create can give one.
        (rowOf(before, made)?.name ?? null) === null && (row.name ?? null) === null
          ? hidden('NS-ST-02', 'untold', 'users carry no `name` here')
          : equal(row.name ?? null, null, 'name-kept', list[0]),
      ),
  }),
  check({
    rule: 'store.users.anonymizing-clears-the-external-id',
    act: (s) => {
      const {made, list} = anonymized(s);
      return {made, list};
    },
    judge: ({made, list}) => ofAnonymous(list, made, (row) => equal(row.external_id, null, 'external-id-kept', list[0])),
  }),
  check({
    rule: 'store.users.anonymizing-sets-the-flag',
    act: (s) => {
      const {made, before, list} = anonymized(s);
      return {made, before, list};
    },
    judge: ({made, before, list}) =>
      ofAnonymous(list, made, (row) =>
        row.anonymized === undefined
          ? hidden('NS-ST-02', 'untold', 'users carry no `anonymized` here')
          : all(
              holds(flagged(row.anonymized), {branch: 'flag-not-set', expected: 'anonymized true', got: JSON.stringify(row.anonymized), at: list[0]}),
              holds(!flagged(rowOf(before, made)?.anonymized), {branch: 'always-set', expected: 'not anonymized before', got: 'anonymized true', at: before}),
            ),
      ),
  }),
  check({
    rule: 'store.users.old-email-finds-nobody',
    act: (s) => {
      const {made, body} = create(s);
      s.call('listUsers', {query: {query: body.email}, expects: 'page'});
      deactivate(s, made, ANONYMOUS);
      return {after: search(s, body.email)};
    },
    judge: ({after}) => equal(rowsOf(after).length, 0, 'still-found', after),
  }),
  check({
    rule: 'store.users.anonymization-is-irreversible',
    act: (s) => {
      const {made, body} = create(s);
      deactivate(s, made, ANONYMOUS);
      const [gone, before] = [search(s, body.email), deactivated(s, made)];
      s.call('reactivateUser', {path: idOf(made)});
      s.call('updateUser', {path: idOf(made), body: updateOf(body)});
      s.call('deactivateUser', {path: idOf(made)});
      return {made, gone, before, old: search(s, body.email), list: deactivated(s, made)};
    },
    judge: ({made, gone, before, old, list}) =>
      all(
        when(rowsOf(gone).length === 0, 'the email still found the user after anonymization', () => equal(rowsOf(old).length, 0, 'email-came-back', old)),
        stayedAnonymous(before, list, made),
      ),
  }),
  check({
    rule: 'store.users.deactivated-can-be-reactivated',
    act: (s) => {
      const {made, body} = create(s);
      deactivate(s, made);
      return {made, answer: s.call('reactivateUser', {path: idOf(made)}), found: search(s, body.email)};
    },
    judge: ({made, answer, found}) =>
      all(
        is(answer, 'reactivated', 'refused'),
        holds(rowOf(found, made)?.deleted_at === null, {branch: 'not-active', expected: 'an active user', got: told(found), at: found}),
      ),
  }),
  check({
    rule: 'store.users.reactivated-leaves-the-deactivated',
    act: (s) => {
      const {made} = create(s);
      const stays = create(s).made;
      deactivate(s, made);
      deactivate(s, stays);
      const before = deactivated(s, made);
      s.call('reactivateUser', {path: idOf(made), expects: 'reactivated'});
      return {made, stays, before, after: deactivated(s)};
    },
    judge: ({made, stays, before, after}) =>
      all(
        listed(before, made, 'control'),
        listed(after, stays, 'another-user-left-too'),
        holds(rowOf(after, made) === undefined, {branch: 'still-listed', expected: 'not among the deactivated', got: 'listed', at: after[0]}),
      ),
  }),
  check({
    rule: 'store.users.reactivating-an-active-user-changes-nothing',
    act: (s) => {
      const {made, body} = create(s);
      s.call('reactivateUser', {path: idOf(made)});
      return {made, found: search(s, body.email)};
    },
    judge: ({made, found}) =>
      holds(rowOf(found, made)?.deleted_at === null, {branch: 'no-longer-active', expected: 'an active user', got: told(found), at: found}),
  }),
  check({
    rule: 'store.users.deactivating-twice-changes-nothing',
    act: (s) => {
      const {made} = create(s);
      deactivate(s, made);
      s.call('deactivateUser', {path: idOf(made)});
      return {made, list: deactivated(s, made)};
    },
    judge: ({made, list}) => listed(list, made, 'no-longer-deactivated', (row) => equal(row.email, made.body.data.email, 'person-lost', list[0])),
  }),
  check({
    rule: 'store.users.deactivating-an-anonymized-user-changes-nothing',
    act: (s) => {
      const {made} = create(s);
      deactivate(s, made, ANONYMOUS);
      const before = deactivated(s, made);
      s.call('deactivateUser', {path: idOf(made)});
      return {made, before, list: deactivated(s, made)};
    },
    judge: ({made, before, list}) => stayedAnonymous(before, list, made),
  }),
  check({
    rule: 'store.users.force-logout-takes-the-external-id',
    act: (s) => {
      const {made, body} = create(s);
      return {
        made,
        byId: s.call('forceLogout', {path: idOf(made), expects: 'logged-out'}),
        byExternalId: s.call('forceLogout', {path: {id: body.external_id}}),
        nobody: s.call('forceLogout', {path: {id: s.fresh('external-id')}}),
      };
    },
    judge: ({byExternalId, nobody}) =>
      all(is(byExternalId, 'logged-out', 'external-id-refused'), is(nobody, 'user-not-found', 'anything-accepted')),
  }),
  check({
    rule: 'store.users.force-logout-keeps-the-state',
    act: (s) => {
      const active = create(s);
      const gone = create(s).made;
      deactivate(s, gone);
      s.call('forceLogout', {path: idOf(active.made), expects: 'logged-out'});
      s.call('forceLogout', {path: idOf(gone)});
      return {active: active.made, gone, found: search(s, active.body.email), list: deactivated(s)};
    },
    judge: ({active, gone, found, list}) =>
      all(
        holds(rowOf(found, active)?.deleted_at === null, {branch: 'active-user-moved', expected: 'an active user', got: told(found), at: found}),
        listed(list, gone, 'deactivated-user-moved'),
        holds(rowOf(list, active) === undefined, {branch: 'active-user-deactivated', expected: 'not among the deactivated', got: 'listed', at: list[0]}),
      ),
  }),
];
