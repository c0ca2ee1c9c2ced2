import {check, type Check} from '../../check.ts';
import {all, equal, holds, is, summaryOf} from '../../judge.ts';
import {
  create,
  deactivate,
  deactivated,
  idOf,
  left,
  listed,
  rowOf,
  search,
  seenGone,
} from '../people.ts';

/** Moves between active and deactivated, and what each brings (States / User). */
export const states: Check[] = [
  check({
    rule: 'store.users.deactivation-deactivates',
    act: (s) => {
      const {made, body} = create(s);
      return {
        made,
        answer: s.call('deactivateUser', {path: idOf(made)}),
        ...seenGone(s, made, body.email),
      };
    },
    judge: ({made, answer, ...seen}) =>
      all(is(answer, 'deactivated', 'refused'), left(seen, made, 'not-deactivated')),
  }),
  check({
    rule: 'store.users.deactivation-keeps-the-person',
    act: (s) => {
      const {made, body} = create(s);
      const before = search(s, body.email);
      deactivate(s, made);
      return {made, before, ...seenGone(s, made, body.email)};
    },
    judge: ({made, before, ...seen}) => {
      const was = rowOf(before, made);
      return left(seen, made, 'not-deactivated', (now) =>
        all(
          equal(now.email, was?.email, 'email-lost', seen.list[0]),
          equal(now.external_id, was?.external_id, 'external-id-lost', seen.list[0]),
          // Whether users carry a name is not told (NS-ST-02).
          ...(was?.name === undefined
            ? []
            : [equal(now.name, was.name, 'name-lost', seen.list[0])]),
        ),
      );
    },
  }),
  check({
    rule: 'store.users.refused-anonymize-changes-nothing',
    act: (s) => {
      const {made, body} = create(s);
      return {
        made,
        refused: s.call('deactivateUser', {
          path: idOf(made),
          query: {anonymize: 'perhaps'},
          expects: 'invalid',
        }),
        found: search(s, body.email),
      };
    },
    judge: ({made, found}) =>
      holds(rowOf(found, made)?.deleted_at === null, {
        branch: 'deactivated-all-the-same',
        expected: 'an active user',
        got: summaryOf(found),
        at: found,
      }),
  }),
  check({
    rule: 'store.users.anonymize-false-only-deactivates',
    act: (s) => {
      const {made, body} = create(s);
      return {
        made,
        answer: s.call('deactivateUser', {path: idOf(made), query: {anonymize: 'false'}}),
        ...seenGone(s, made, body.email),
      };
    },
    judge: ({made, answer, ...seen}) =>
      all(
        is(answer, 'deactivated', 'refused'),
        left(seen, made, 'not-deactivated', (row) =>
          equal(
            [row.email, row.external_id],
            [made.body.data.email, made.body.data.external_id],
            'anonymized',
            seen.list[0],
          ),
        ),
      ),
  }),
  check({
    rule: 'store.users.deactivated-can-be-reactivated',
    act: (s) => {
      const {made, body} = create(s);
      deactivate(s, made);
      return {
        made,
        answer: s.call('reactivateUser', {path: idOf(made)}),
        found: search(s, body.email),
      };
    },
    judge: ({made, answer, found}) =>
      all(
        is(answer, 'reactivated', 'refused'),
        holds(rowOf(found, made)?.deleted_at === null, {
          branch: 'not-active',
          expected: 'an active user',
          got: summaryOf(found),
          at: found,
        }),
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
        holds(rowOf(after, made) === undefined, {
          branch: 'still-listed',
          expected: 'not among the deactivated',
          got: 'listed',
          at: after[0],
        }),
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
      holds(rowOf(found, made)?.deleted_at === null, {
        branch: 'no-longer-active',
        expected: 'an active user',
        got: summaryOf(found),
        at: found,
      }),
  }),
  check({
    rule: 'store.users.deactivating-twice-changes-nothing',
    act: (s) => {
      const {made, body} = create(s);
      deactivate(s, made);
      s.call('deactivateUser', {path: idOf(made)});
      return {made, ...seenGone(s, made, body.email)};
    },
    judge: ({made, ...seen}) =>
      left(seen, made, 'no-longer-deactivated', (row) =>
        equal(row.email, made.body.data.email, 'person-lost', seen.list[0]),
      ),
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
      all(
        is(byExternalId, 'logged-out', 'external-id-refused'),
        is(nobody, 'user-not-found', 'anything-accepted'),
      ),
  }),
  check({
    rule: 'store.users.force-logout-keeps-the-state',
    act: (s) => {
      const active = create(s);
      const gone = create(s);
      deactivate(s, gone.made);
      s.call('forceLogout', {path: idOf(active.made), expects: 'logged-out'});
      s.call('forceLogout', {path: {id: active.body.external_id}});
      s.call('forceLogout', {path: idOf(gone.made)});
      s.call('forceLogout', {path: {id: gone.body.external_id}});
      return {
        active: active.made,
        gone: gone.made,
        found: search(s, active.body.email),
        still: search(s, gone.body.email),
        list: deactivated(s, gone.made),
      };
    },
    judge: ({active, gone, found, still, list}) =>
      all(
        holds(rowOf(found, active)?.deleted_at === null, {
          branch: 'active-user-moved',
          expected: 'an active user',
          got: summaryOf(found),
          at: found,
        }),
        left({found: still, list}, gone, 'deactivated-user-moved'),
        holds(rowOf(list, active) === undefined, {
          branch: 'active-user-deactivated',
          expected: 'not among the deactivated',
          got: 'listed',
          at: list[0],
        }),
      ),
  }),
];
