import type {Exchange} from '../../../spec/step.ts';
import {check, checksOf, type Check, type Judgement, type Scene} from '../../check.ts';
import {all, equal, hidden, holds, is, when} from '../../judge.ts';
import type {Handle, Script} from '../../script.ts';
import {
  create,
  deactivate,
  deactivated,
  flag,
  idOf,
  person,
  rowOf,
  rowsOf,
  search,
  updateOf,
} from '../people.ts';

/**
 * The ways into anonymization: from either state, by either word (States / User; Endpoints /
 * Users).
 */
const WAYS = ['active', 'deactivated'].flatMap((from) =>
  ['true', '1'].map((by) => ({way: `${from} by ${by}`, from, by})),
);

/**
 * Users anonymized in every way, how the list shows them before and then, and who still knows them.
 */
const everyWay = {
  id: 'store: anonymized in every way',
  api: 'store',
  act: (s: Script) => {
    const handles: Record<string, Handle<any>> = {};
    for (const {way, from, by} of WAYS) {
      const {made, body} = create(s);
      handles[`${way} before`] = search(s, body.email);
      if (from === 'deactivated') deactivate(s, made);
      handles[`${way} made`] = made;
      handles[`${way} answer`] = s.call('deactivateUser', {
        path: idOf(made),
        query: {anonymize: by},
      });
      handles[`${way} old`] = search(s, body.email);
      handles[`${way} logout`] = s.call('forceLogout', {path: {id: body.external_id}});
      handles[`${way} again`] = s.call('createUser', {
        body: {...person(s), email: body.email, external_id: body.external_id},
      });
    }
    // Whatever the order of the list: what lies between the first and the last is on these pages.
    const [first, last] = [WAYS[0]!, WAYS.at(-1)!].map(({way}) => handles[`${way} made`]);
    return {...handles, toFirst: deactivated(s, first), toLast: deactivated(s, last)};
  },
} satisfies Scene;

/** What was seen of one user. */
interface Way {
  way: string;
  from: string;
  by: string;
  made: Exchange;
  /** The user on the list before; undefined unless found. */
  was: Record<string, any> | undefined;
  answer: Exchange;
  /** The search by the email of before. */
  old: Exchange;
  /** A forced logout by the external_id of before. */
  logout: Exchange;
  /** A create with both. */
  again: Exchange;
  list: Exchange[];
}

/** A rule that holds in each of some ways. */
const inWays =
  (judge: (way: Way) => Judgement, of: (from: string) => boolean = () => true) =>
  (seen: Record<string, any>): Judgement =>
    all(
      ...waysIn(seen)
        .filter(({from}) => of(from))
        .map(judge),
    );

const waysIn = (seen: Record<string, any>): Way[] =>
  WAYS.map(({way, from, by}) => ({
    way,
    from,
    by,
    made: seen[`${way} made`],
    was: rowOf(seen[`${way} before`], seen[`${way} made`]),
    answer: seen[`${way} answer`],
    old: seen[`${way} old`],
    logout: seen[`${way} logout`],
    again: seen[`${way} again`],
    list: [...seen.toFirst, ...seen.toLast],
  }));

/**
 * The row of an anonymized user. Where such users are listed is open (NS-ST-16): unseen decides
 * nothing.
 */
const ofAnonymous = (
  list: Exchange[],
  made: Exchange,
  judge: (row: Record<string, any>) => Judgement,
): Judgement => {
  const row = rowOf(list, made);
  const cut = list.find((page) => page.cut)?.cut;
  return row
    ? judge(row)
    : hidden(
        'NS-ST-16',
        'unlisted',
        `the anonymized user is not listed among the deactivated${cut ? `, as far as they were seen: ${cut}` : ''}`,
      );
};

/**
 * What tells an anonymized user from a deactivated one; where the user is not listed, who still
 * knows the user.
 */
const signs = ({list, made, logout, again}: Way): Record<string, boolean> => {
  const row = rowOf(list, made);
  return row
    ? {
        email: row.email !== made.requestBody.email,
        external_id: row.external_id === null,
        name: (row.name ?? null) === null,
        flag: flag(row.anonymized),
      }
    : {
        external_id: logout.situations.includes('user-not-found'),
        both: again.situations.includes('created'),
      };
};

/** Any sign will do here; that none of them is missing, rules of their own say. */
const becameAnonymous = (way: Way): Judgement => {
  const {email, external_id: externalId, flag: flagged, both} = signs(way);
  return holds([email, externalId, flagged, both].some(Boolean), {
    branch: `${way.way}: not anonymized`,
    expected: 'an anonymized user',
    got: 'the person of before',
    at: way.list[0],
  });
};

/** Whether a create was refused for a member, as far as the refusal tells. */
const isTaken = (again: Exchange, field: string): boolean => {
  const named = Object.keys(again.body?.errors ?? {});
  return (
    again.situations.includes('invalid') &&
    (named.includes(field) || !['email', 'external_id'].some((one) => named.includes(one)))
  );
};
const free = ({again, way}: Way, field: string): Judgement =>
  holds(!isTaken(again, field), {
    branch: `${way}: ${field} still taken`,
    expected: `the ${field} of before is free`,
    got: JSON.stringify(again.body?.errors) ?? '',
    at: again,
  });

const ofEveryWay = checksOf(everyWay as Scene, {
  'store.users.active-can-be-anonymized': inWays(
    (way) => all(is(way.answer, 'deactivated', `${way.way}: refused`), becameAnonymous(way)),
    (from) => from === 'active',
  ),
  'store.users.deactivated-can-be-anonymized': inWays(
    (way) => all(is(way.answer, 'deactivated', `${way.way}: refused`), becameAnonymous(way)),
    (from) => from !== 'active',
  ),
  'store.users.anonymize-takes-true-and-1': (seen) => {
    const ways = waysIn(seen as Record<string, any>);
    const other = (one: Way): Way => ways.find(({from, by}) => from === one.from && by !== one.by)!;
    return all(
      ...ways.flatMap((way) => [
        is(way.answer, 'deactivated', `${way.way}: refused`),
        becameAnonymous(way),
      ]),
      ...ways.map((way) =>
        equal(signs(way), signs(other(way)), `${way.way}: not as by the other word`, way.list[0]),
      ),
    );
  },
  'store.users.anonymizing-replaces-the-email': inWays((way) =>
    all(
      free(way, 'email'),
      ofAnonymous(way.list, way.made, (row) =>
        holds(new RegExp(`^user-${way.made.body.data.id}@[^@\\s]+$`).test(String(row.email)), {
          branch: `${way.way}: another form`,
          expected: `user-${way.made.body.data.id}@<domain>`,
          got: String(row.email),
          at: way.list[0],
        }),
      ),
    ),
  ),
  'store.users.anonymizing-clears-the-name': inWays((way) =>
    ofAnonymous(way.list, way.made, (row) =>
      // A name that was null before tells nothing: no body of a create can give one.
      (way.was?.name ?? null) === null && (row.name ?? null) === null
        ? hidden('NS-ST-02', 'untold', 'users carry no `name` here')
        : equal(row.name ?? null, null, `${way.way}: name kept`, way.list[0]),
    ),
  ),
  'store.users.anonymizing-clears-the-external-id': inWays((way) => {
    const row = rowOf(way.list, way.made);
    return all(
      // Where anonymized users are listed is open (NS-ST-16); that nobody has the external_id any
      // more shows elsewhere.
      is(way.logout, 'user-not-found', `${way.way}: still found by it`),
      free(way, 'external_id'),
      ...(row ? [equal(row.external_id, null, `${way.way}: external_id kept`, way.list[0])] : []),
    );
  }),
  'store.users.anonymizing-sets-the-flag': inWays((way) =>
    ofAnonymous(way.list, way.made, (row) =>
      row.anonymized === undefined
        ? hidden('NS-ST-02', 'untold', 'users carry no `anonymized` here')
        : all(
            holds(flag(row.anonymized), {
              branch: `${way.way}: flag not set`,
              expected: 'anonymized true',
              got: JSON.stringify(row.anonymized),
              at: way.list[0],
            }),
            holds(!flag(way.was?.anonymized), {
              branch: `${way.way}: always set`,
              expected: 'not anonymized before',
              got: 'anonymized true',
              at: way.list[0],
            }),
          ),
    ),
  ),
  'store.users.old-email-finds-nobody': inWays((way) =>
    when(way.was !== undefined, 'the email did not find the user before', () =>
      equal(rowsOf(way.old).length, 0, `${way.way}: still found`, way.old),
    ),
  ),
});

/** Nothing that anonymization took came back. */
const stayedAnonymous = (before: Exchange[], after: Exchange[], made: Exchange): Judgement =>
  ofAnonymous(before, made, (was) =>
    ofAnonymous(after, made, (now) =>
      when(
        was.email !== made.requestBody.email || was.external_id === null || flag(was.anonymized),
        'the user was not anonymized',
        () =>
          all(
            ...['email', 'external_id', 'name', 'anonymized']
              .filter((name) => was[name] !== undefined)
              .map((name) => equal(now[name], was[name], `${name}-came-back`, after[0])),
          ),
      ),
    ),
  );

/**
 * A user who was deactivated and then anonymized, and everything that could bring the person back.
 */
const noWayBack = {
  id: 'store: no way back',
  api: 'store',
  act: (s: Script) => {
    const {made, body} = create(s);
    const path = idOf(made);
    deactivate(s, made);
    deactivate(s, made, {anonymize: 'true'});
    const [gone, before] = [search(s, body.email), deactivated(s, made)];
    // This comes first: it would take away again what the others bring back.
    s.call('deactivateUser', {path, query: {anonymize: '1'}});
    s.call('updateUser', {path, body: updateOf(body)});
    s.call('forceLogout', {path});
    s.call('deactivateUser', {path});
    s.call('deactivateUser', {path, query: {anonymize: 'false'}});
    const reactivated = s.call('reactivateUser', {path});
    return {
      made,
      gone,
      before,
      reactivated,
      old: search(s, body.email),
      logout: s.call('forceLogout', {path: {id: body.external_id}}),
      list: deactivated(s, made),
    };
  },
} satisfies Scene;

const ofNoWayBack = checksOf(noWayBack as Scene<undefined, ReturnType<typeof noWayBack.act>>, {
  'store.users.anonymized-cannot-be-reactivated': ({reactivated}) =>
    is(reactivated, 'anonymized', 'not-forbidden'),
  'store.users.anonymization-is-irreversible': ({made, gone, before, old, logout, list}) =>
    all(
      when(rowsOf(gone).length === 0, 'the email still found the user after anonymization', () =>
        equal(rowsOf(old).length, 0, 'email-came-back', old),
      ),
      is(logout, 'user-not-found', 'external-id-came-back'),
      stayedAnonymous(before, list, made),
    ),
});

/** Anonymization: what it takes, and that nothing brings it back (States / User). */
export const anonymized: Check[] = [
  ...ofEveryWay,
  ...ofNoWayBack,
  check({
    rule: 'store.users.deactivating-an-anonymized-user-changes-nothing',
    act: (s) => {
      const {made} = create(s);
      deactivate(s, made, {anonymize: 'true'});
      const before = deactivated(s, made);
      s.call('deactivateUser', {path: idOf(made)});
      return {made, before, list: deactivated(s, made)};
    },
    judge: ({made, before, list}) => stayedAnonymous(before, list, made),
  }),
];
