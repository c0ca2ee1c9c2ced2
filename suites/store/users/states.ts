import type {Exchange} from '../../../spec/step.ts';
import {check, type Check, type Judgement} from '../../check.ts';
import {all, equal, hidden, holds, is, told} from '../../judge.ts';
import type {Handle, Script} from '../../script.ts';
import {create, deactivated, idOf, rowOf, rowsOf, search, updateOf} from '../people.ts';

const ANONYMOUS = {anonymize: 'true'};
const deactivate = (s: Script, made: Handle, query: Record<string, string> = {}): Handle =>
  s.call('deactivateUser', {path: idOf(made), query, expects: 'deactivated'});

const flagged = (value: unknown): boolean => value === true || value === 1;
const listed = (list: Exchange[], made: Exchange, branch: string): Judgement =>
  holds(rowOf(list, made) !== undefined, {branch, expected: 'among the deactivated', got: `${rowsOf(list).length} others`, at: list[0]});
const isAnonymous = (row: Record<string, any> | undefined, made: Exchange): boolean =>
  row !== undefined && new RegExp(`^user-${made.body.data.id}@.+`).test(String(row.email)) && row.external_id === null;

/** One user anonymized, and how the list shows the user then. */
const anonymized = (s: Script) => {
  const {made, body} = create(s);
  deactivate(s, made, ANONYMOUS);
  return {made, body, list: deactivated(s), old: search(s, body.email)};
};

/** The row of an anonymized user. Where such users are listed is open (NS-ST-16): unseen decides nothing. */
const ofAnonymous = (list: Exchange[], made: Exchange, judge: (row: Record<string, any>) => Judgement): Judgement => {
  const row = rowOf(list, made);
  return row
    ? judge(row)
    : hidden('NS-ST-16', 'unlisted', 'the anonymized user is not listed among the deactivated');
};

/** Moves between active, deactivated and anonymized, and what each brings (States / User). */
export const states: Check[] = [
  check({
    rule: 'store.users.deactivation-deactivates',
    act: (s) => {
      const {made} = create(s);
      return {made, answer: s.call('deactivateUser', {path: idOf(made)}), list: deactivated(s)};
    },
    judge: ({made, answer, list}) => all(is(answer, 'deactivated', 'refused'), listed(list, made, 'not-deactivated')),
  }),
  check({
    rule: 'store.users.deactivation-keeps-the-person',
    act: (s) => {
      const {made, body} = create(s);
      const before = search(s, body.email);
      deactivate(s, made);
      return {made, before, list: deactivated(s)};
    },
    judge: ({made, before, list}) => {
      const [was, now] = [rowOf(before, made), rowOf(list, made)];
      return all(
        listed(list, made, 'not-deactivated'),
        equal(now?.email, was?.email, 'email-lost', list[0]),
        equal(now?.external_id, was?.external_id, 'external-id-lost', list[0]),
        equal(now?.name, was?.name, 'name-lost', list[0]),
      );
    },
  }),
  check({
    rule: 'store.users.refused-anonymize-changes-nothing',
    act: (s) => {
      const {made, body} = create(s);
      return {made, refused: s.call('deactivateUser', {path: idOf(made), query: {anonymize: 'perhaps'}}), found: search(s, body.email)};
    },
    judge: ({made, refused, found}) =>
      all(
        is(refused, 'invalid', 'control'),
        holds(rowOf(found, made)?.deleted_at === null, {branch: 'deactivated-all-the-same', expected: 'an active user', got: told(found), at: found}),
      ),
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
        list: deactivated(s),
      };
    },
    judge: ({one, other, asTrue, as1, list}) =>
      all(
        is(asTrue, 'deactivated', 'true-refused'),
        is(as1, 'deactivated', '1-refused'),
        ...[one, other].map((made, i) =>
          ofAnonymous(list, made, (row) =>
            holds(isAnonymous(row, made), {branch: `${i ? '1' : 'true'}-did-not-anonymize`, expected: 'an anonymized user', got: String(row.email), at: list[0]}),
          ),
        ),
      ),
  }),
  check({
    rule: 'store.users.anonymize-false-only-deactivates',
    act: (s) => {
      const {made} = create(s);
      return {made, answer: s.call('deactivateUser', {path: idOf(made), query: {anonymize: 'false'}}), list: deactivated(s)};
    },
    judge: ({made, answer, list}) =>
      all(is(answer, 'deactivated', 'refused'), equal(rowOf(list, made)?.email, made.body.data.email, 'anonymized', list[0])),
  }),
  check({
    rule: 'store.users.active-can-be-anonymized',
    act: (s) => {
      const {made} = create(s);
      return {made, answer: s.call('deactivateUser', {path: idOf(made), query: ANONYMOUS}), list: deactivated(s)};
    },
    judge: ({made, answer, list}) =>
      all(
        is(answer, 'deactivated', 'refused'),
        ofAnonymous(list, made, (row) => holds(isAnonymous(row, made), {branch: 'not-anonymized', expected: 'an anonymized user', got: String(row.email), at: list[0]})),
      ),
  }),
  check({
    rule: 'store.users.deactivated-can-be-anonymized',
    act: (s) => {
      const {made} = create(s);
      deactivate(s, made);
      return {made, answer: s.call('deactivateUser', {path: idOf(made), query: ANONYMOUS}), list: deactivated(s)};
    },
    judge: ({made, answer, list}) =>
      all(
        is(answer, 'deactivated', 'refused'),
        ofAnonymous(list, made, (row) => holds(isAnonymous(row, made), {branch: 'not-anonymized', expected: 'an anonymized user', got: String(row.email), at: list[0]})),
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
      const {made, body} = create(s);
      const before = search(s, body.email);
      deactivate(s, made, ANONYMOUS);
      return {made, before, list: deactivated(s)};
    },
    judge: ({made, before, list}) =>
      ofAnonymous(list, made, (row) =>
        rowOf(before, made)?.name === undefined && row.name === undefined
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
      const {made, list} = anonymized(s);
      return {made, list};
    },
    judge: ({made, list}) =>
      ofAnonymous(list, made, (row) =>
        row.anonymized === undefined
          ? hidden('NS-ST-02', 'untold', 'users carry no `anonymized` here')
          : holds(flagged(row.anonymized), {branch: 'flag-not-set', expected: 'anonymized true', got: JSON.stringify(row.anonymized), at: list[0]}),
      ),
  }),
  check({
    rule: 'store.users.old-email-finds-nobody',
    act: (s) => {
      const {made, body} = create(s);
      const before = search(s, body.email);
      deactivate(s, made, ANONYMOUS);
      return {made, before, after: search(s, body.email)};
    },
    judge: ({made, before, after}) =>
      all(
        holds(rowOf(before, made) !== undefined, {branch: 'control', expected: 'found before', got: told(before), at: before}),
        equal(rowsOf(after).length, 0, 'still-found', after),
      ),
  }),
  check({
    rule: 'store.users.anonymization-is-irreversible',
    act: (s) => {
      const {made, body} = create(s);
      deactivate(s, made, ANONYMOUS);
      s.call('reactivateUser', {path: idOf(made)});
      s.call('updateUser', {path: idOf(made), body: updateOf(body)});
      s.call('deactivateUser', {path: idOf(made)});
      return {made, old: search(s, body.email), list: deactivated(s)};
    },
    judge: ({made, old, list}) =>
      all(
        equal(rowsOf(old).length, 0, 'email-came-back', old),
        ofAnonymous(list, made, (row) => holds(isAnonymous(row, made), {branch: 'person-came-back', expected: 'an anonymized user', got: String(row.email), at: list[0]})),
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
      const before = deactivated(s);
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
      return {made, list: deactivated(s)};
    },
    judge: ({made, list}) =>
      all(listed(list, made, 'no-longer-deactivated'), equal(rowOf(list, made)?.email, made.body.data.email, 'person-lost', list[0])),
  }),
  check({
    rule: 'store.users.deactivating-an-anonymized-user-changes-nothing',
    act: (s) => {
      const {made} = create(s);
      deactivate(s, made, ANONYMOUS);
      s.call('deactivateUser', {path: idOf(made)});
      return {made, list: deactivated(s)};
    },
    judge: ({made, list}) =>
      ofAnonymous(list, made, (row) => holds(isAnonymous(row, made), {branch: 'person-came-back', expected: 'an anonymized user', got: String(row.email), at: list[0]})),
  }),
  check({
    rule: 'store.users.force-logout-takes-the-external-id',
    act: (s) => {
      const {made, body} = create(s);
      return {
        made,
        byId: s.call('forceLogout', {path: idOf(made)}),
        byExternalId: s.call('forceLogout', {path: {id: body.external_id}}),
        nobody: s.call('forceLogout', {path: {id: s.fresh('external-id')}}),
      };
    },
    judge: ({byId, byExternalId, nobody}) =>
      all(is(byId, 'logged-out', 'control'), is(byExternalId, 'logged-out', 'external-id-refused'), is(nobody, 'user-not-found', 'anything-accepted')),
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
