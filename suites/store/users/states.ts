import {check, type Check} from '../../check.ts';
import {all, equal, is} from '../../judge.ts';
import {create, deactivate, deactivated, idOf, search, seenGone} from '../people.ts';
import {isActive, left, listed, notListed, rowMemberIs, rowOf} from '../user-rows.ts';

/** Moves between active and deactivated, and what each brings (States / User). */
export const states: Check[] = [
  check({
    rule: 'store.users.deactivation-deactivates',
    act: (s) => {
      const {made, body} = create(s);
      return {
        made,
        response: s.call('deactivateUser', {path: idOf(made)}),
        ...seenGone(s, made, body.email),
      };
    },
    judge: ({made, response, ...seen}) =>
      all(is(response, 'deactivated', 'refused'), left(seen, made, 'not-deactivated')),
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
          rowMemberIs(now, 'email', was?.email, 'email-lost', seen.list[0]),
          rowMemberIs(now, 'external_id', was?.external_id, 'external-id-lost', seen.list[0]),
          // Whether users have a name is not documented (NS-ST-02).
          ...(was?.name === undefined
            ? []
            : [rowMemberIs(now, 'name', was.name, 'name-lost', seen.list[0])]),
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
    judge: ({made, found}) => isActive(found, made, 'deactivated-all-the-same'),
  }),
  check({
    rule: 'store.users.anonymize-false-only-deactivates',
    act: (s) => {
      const {made, body} = create(s);
      return {
        made,
        response: s.call('deactivateUser', {path: idOf(made), query: {anonymize: 'false'}}),
        ...seenGone(s, made, body.email),
      };
    },
    judge: ({made, response, ...seen}) =>
      all(
        is(response, 'deactivated', 'refused'),
        left(seen, made, 'not-deactivated', (row) =>
          equal(
            [row.email, row.external_id],
            [made.body.data.email, made.body.data.external_id],
            'anonymized',
            seen.list[0],
            '`email` and `external_id` of the listed user',
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
        response: s.call('reactivateUser', {path: idOf(made)}),
        found: search(s, body.email),
      };
    },
    judge: ({made, response, found}) =>
      all(is(response, 'reactivated', 'refused'), isActive(found, made, 'not-active')),
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
        notListed(after, made, 'still-listed', 'the user not to be among the deactivated'),
      ),
  }),
  check({
    rule: 'store.users.reactivating-an-active-user-changes-nothing',
    act: (s) => {
      const {made, body} = create(s);
      s.call('reactivateUser', {path: idOf(made)});
      return {made, found: search(s, body.email)};
    },
    judge: ({made, found}) => isActive(found, made, 'no-longer-active'),
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
        rowMemberIs(row, 'email', made.body.data.email, 'person-lost', seen.list[0]),
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
        isActive(found, active, 'active-user-moved'),
        left({found: still, list}, gone, 'deactivated-user-moved'),
        notListed(
          list,
          active,
          'active-user-deactivated',
          'the active user not to be among the deactivated',
        ),
      ),
  }),
];
