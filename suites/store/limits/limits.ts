import type {Exchange, Ref, Role, Until} from '../../../spec/step.ts';
import {check, checksOf, type Chapter, type Scene} from '../../check.ts';
import {
  all,
  equal,
  hidden,
  holds,
  is,
  letPass,
  saw,
  served,
  spent,
  summaryOf,
  when,
} from '../../judge.ts';
import {
  burst,
  judgeMinutes,
  judgeServed,
  judgeTogether,
  minutesOf,
  pinned,
  type Deserved,
} from '../../limit-arithmetic.ts';
import {hours, minutes, seconds, type Handle, type Script, type Seen} from '../../script.ts';
import {create, idOf, person, rowOf, rowsOf, search, updateOf} from '../people.ts';

const LIMIT = 60;
const TOKEN_READS = 2000;
const STORE_READS = 5000;
const DAY = hours(24);
/** Reads of an earlier hour, whose day ends first. */
const OLD = 10;
const untilRefused: {until: Until; unpaced: true} = {until: {status: [429]}, unpaced: true};

const read = (s: Script, as: Role = 'admin'): Handle => s.call('listUsers', {as});
/** A request of every operation; none makes or moves anybody. */
const eachOperation = (s: Script, as: Role, path: {id: Ref}): void => {
  s.call('createUser', {as, body: {}});
  s.call('updateUser', {as, path, body: {}});
  s.call('deactivateUser', {as, path, query: {anonymize: 'perhaps'}});
  s.call('reactivateUser', {as, path});
  s.call('forceLogout', {as, path: {id: s.fresh('external-id')}});
  read(s, as);
};
/**
 * A write of every kind: an active user is updated, logged out, deactivated and reactivated, and
 * another is made.
 */
const writes = (s: Script, id: Ref, body: ReturnType<typeof person>): void => {
  s.call('updateUser', {path: {id}, body: updateOf(body)});
  s.call('forceLogout', {path: {id}});
  s.call('deactivateUser', {path: {id}});
  s.call('reactivateUser', {path: {id}});
  s.call('createUser', {body: person(s)});
};
const WRITTEN = ['updated', 'logged-out', 'deactivated', 'reactivated', 'created'];
const limited = (requests: Exchange[]) => spent(requests.at(-1)!, 'never-refused');

/**
 * What the requests of the bursts are answered when they are served; a store without users finds
 * nothing.
 */
const LIST = ['page', 'nothing-found'];
const DESERVED: Deserved = {
  listUsers: LIST,
  createUser: ['invalid', 'created'],
  updateUser: ['invalid', 'updated'],
  deactivateUser: ['invalid', 'deactivated'],
  reactivateUser: ['reactivated', 'move-refused', 'user-not-found'],
  forceLogout: ['user-not-found', 'logged-out'],
};

/**
 * The minutes of one token, used up again and again, and one of another token of the store, which
 * meanwhile sees that the first one's refusals are its own and have no effect.
 */
const bursts = {
  id: 'store: minutes used up',
  api: 'store',
  exhausts: true,
  act: (s) => {
    const body = person(s);
    const {made} = create(s, {}, {as: 'second-admin'});
    // Somebody whom no served request names: what the burst does to the other is no matter of the
    // limit.
    const bystander = create(s, {}, {as: 'second-admin'});
    const calls = (each: Script): void => eachOperation(each, 'admin', idOf(made));
    const first = burst(s, LIMIT, calls, 6);
    const round = pinned(s, calls);
    const during = pinned(s, (each) => {
      each.call('createUser', {body});
      each.call('updateUser', {
        path: idOf(bystander.made),
        body: {...updateOf(bystander.body), admin: true, sessions_limit: 7},
      });
      each.call('deactivateUser', {path: idOf(bystander.made)});
    });
    const found = search(s, body.email, 'second-admin');
    const still = search(s, bystander.body.email, 'second-admin');
    const span = minutesOf(s, LIMIT, calls, (each) => void read(each), 6);
    const other = burst(s, LIMIT, (each) => eachOperation(each, 'second-admin', idOf(made)), 6);
    return {
      made,
      bystander: bystander.made,
      first,
      round,
      during,
      found,
      still,
      ...span,
      other,
      subject: first,
    };
  },
} satisfies Scene;

/** Everything that the first token asked, in its order. */
const of = ({
  first,
  round,
  during,
  refilled,
  half,
  passed,
  second,
  roundAgain,
}: Seen<ReturnType<typeof bursts.act>>): Exchange[][] => [
  first,
  round,
  during,
  refilled,
  half,
  passed,
  second,
  roundAgain,
];

/** What the bursts of a store decide. */
const ofBursts = checksOf(bursts as Scene<undefined, ReturnType<typeof bursts.act>>, {
  'store.limits.sixty-a-minute': (seen) =>
    all(
      judgeServed([...of(seen), seen.other].flat(), DESERVED),
      judgeMinutes(LIMIT, of(seen), [seen.first, seen.second]),
      judgeMinutes(LIMIT, [seen.other], [seen.other]),
    ),
  'store.limits.reads-and-writes-count-together': (seen) =>
    judgeTogether(LIMIT, of(seen), [seen.first, seen.second], [seen.round, seen.roundAgain]),
  'store.limits.counted-per-token': ({first, found}) =>
    all(limited(first), served(found, LIST, 'another-token-refused')),
  // What was served half a minute after counts for the minute that is looked at.
  'store.limits.minute-passes': ({first, half, passed, second}) => {
    const later = half.some(({status}) => status !== 429) ? second[0]! : passed[0]!;
    return all(limited(first), served(later, DESERVED[later.op]!, 'still-refused'));
  },
  'store.limits.refused-has-no-effect': ({bystander, first, during, found, still}) =>
    all(
      limited(first),
      when(
        during.every(({status}) => status === 429) && found.status !== 429 && still.status !== 429,
        'the window turned before the writes were sent, or another token was refused too',
        () => {
          const {
            deleted_at: deletedAt,
            admin,
            sessions_limit: sessions,
          } = rowOf(still, bystander) ?? {};
          return all(
            equal(rowsOf(found).length, 0, 'user-made', found),
            holds(deletedAt === null, {
              branch: 'user-deactivated',
              expected: 'an active user',
              got: summaryOf(still),
              at: still,
            }),
            equal(
              [Boolean(admin), sessions],
              [bystander.body.data.admin, bystander.body.data.sessions_limit],
              'user-updated',
              still,
            ),
          );
        },
      ),
    ),
  'store.limits.minute-refusal-may-have-retry-after': ({first}) => {
    const after = first.at(-1)!.headers['retry-after'];
    return all(
      limited(first),
      saw(after === undefined ? 'without Retry-After' : 'with Retry-After'),
      holds(after === undefined || /^\d+$/.test(after) || Number.isFinite(Date.parse(after)), {
        branch: 'no-time',
        expected: 'seconds, a date, or no Retry-After',
        got: after ?? 'none',
        at: undefined,
      }),
    );
  },
  'store.limits.remaining-falls-by-one': ({first}) => {
    const left = first
      .slice(0, 5)
      .map((exchange) => Number(exchange.headers['x-ratelimit-remaining']));
    const over = first
      .filter(({status}) => status === 429)
      .map(({headers}) => headers['x-ratelimit-remaining'])
      .filter((text) => text !== undefined);
    return all(
      ...left.slice(1).map((now, i) => equal(now, left[i]! - 1, 'not-by-one', first[i + 1])),
      holds(left.every((now) => now <= LIMIT) && over.every((text) => Number(text) === 0), {
        branch: 'not-what-is-left',
        expected: `at most ${LIMIT}, and 0 once refused`,
        got: [...left, ...over].join(', '),
        at: undefined,
      }),
    );
  },
  'store.limits.reset-lies-within-the-minute': ({made, first}) => {
    const last = first.at(-1)!;
    const reset = Number(last.headers['x-ratelimit-reset']);
    // The deployment's own clock: the user that was created before tells it, and the Date header
    // where that is real.
    const created = made.body.data.created_at?.timestamp;
    const now =
      typeof created === 'number'
        ? created + Math.floor((last.gotAt - made.gotAt) / 1000)
        : Date.parse(last.headers.date ?? '') / 1000;
    return all(
      limited(first),
      when(
        Number.isFinite(reset) && Number.isFinite(now),
        'the refusal names no instant, or nothing tells the time there',
        () =>
          holds(reset >= now - 5 && reset <= now + 61, {
            branch: 'not-in-the-minute',
            expected: `between ${now} and ${now + 60}`,
            got: String(reset),
            at: undefined,
          }),
      ),
    );
  },
  // Other answers say it in passing (`x-absent-headers` of the contract).
  'store.limits.reset-is-absent-before': ({first}) =>
    all(
      limited(first),
      // The 60th answer may already say that nothing is left; a refusal that comes too early is
      // another rule's.
      ...first
        .slice(0, LIMIT - 1)
        .filter(({status}) => status !== 429)
        .map((exchange) =>
          holds(exchange.headers['x-ratelimit-reset'] === undefined, {
            branch: 'there-before',
            expected: 'no X-RateLimit-Reset',
            got: exchange.headers['x-ratelimit-reset'] ?? '',
            at: undefined,
          }),
        ),
    ),
});

/** Store / limits: 60 a minute, 2,000 and 5,000 reads a rolling day, their headers. */
export const limits: Chapter = {
  chapter: 'store/limits',
  visits: [],
  provocations: [
    {...bursts, op: 'listUsers', condition: 'rate-limited', scene: bursts},
    {
      api: 'store',
      op: 'listUsers',
      condition: 'quota-spent',
      exhausts: true,
      act: (s) => {
        s.control('spend-reads', {role: 'admin', of: 'token', count: TOKEN_READS});
        s.control('spend-reads', {role: 'admin', of: 'store', count: STORE_READS});
        // The first token has spent its own reads, the second only the store's.
        return {
          subject: pinned(s, (each) => {
            read(each);
            read(each, 'second-admin');
          }),
        };
      },
    },
  ],
  checks: [
    ...ofBursts,
    check({
      rule: 'store.limits.two-thousand-reads-a-token',
      exhausts: true,
      act: (s) => {
        s.control('spend-reads', {role: 'admin', of: 'token', count: TOKEN_READS - 1});
        return {
          last: pinned(s, (each) => void read(each)),
          over: pinned(s, (each) => void read(each)),
          other: read(s, 'second-admin'),
        };
      },
      judge: ({last, over, other}) =>
        all(
          served(last[0]!, LIST, 'refused-at-2000'),
          spent(over[0]!, 'served-at-2001'),
          served(other, LIST, 'another-token-refused'),
        ),
    }),
    check({
      rule: 'store.limits.five-thousand-reads-a-store',
      exhausts: true,
      act: (s) => {
        s.control('spend-reads', {role: 'admin', of: 'store', count: STORE_READS - 1});
        return {last: pinned(s, (each) => void read(each)), over: read(s, 'second-admin')};
      },
      judge: ({last, over}) =>
        all(served(last[0]!, LIST, 'refused-at-5000'), spent(over, 'served-at-5001')),
    }),
    check({
      rule: 'store.limits.head-counts-as-read',
      exhausts: true,
      act: (s) => {
        s.control('spend-reads', {role: 'admin', of: 'token', count: TOKEN_READS - 2});
        // Another store, so that neither quota hides the other.
        s.control('spend-reads', {role: 'second-store', of: 'store', count: STORE_READS - 1});
        return {
          head: pinned(s, (each) => void each.call('listUsers', {method: 'HEAD'})),
          last: pinned(s, (each) => void read(each)),
          over: pinned(s, (each) => void read(each)),
          storesHead: s.call('listUsers', {as: 'second-store', method: 'HEAD'}),
          storesOver: read(s, 'second-store'),
        };
      },
      judge: ({head, last, over, storesHead, storesOver}) =>
        [404, 405, 501].includes(head[0]!.status)
          ? hidden('NS-ST-76', 'refused', 'HEAD is not served here')
          : all(
              letPass(head[0]!, 'head-refused'),
              served(last[0]!, LIST, 'refused-too-early'),
              spent(over[0]!, 'head-not-counted'),
              letPass(storesHead, 'head-refused'),
              spent(storesOver, 'head-not-counted-for-the-store'),
            ),
    }),
    check({
      rule: 'store.limits.writes-are-not-counted',
      exhausts: true,
      act: (s) => {
        s.control('spend-reads', {role: 'admin', of: 'token', count: TOKEN_READS - 1});
        s.control('spend-reads', {role: 'admin', of: 'store', count: STORE_READS - 1});
        const known = person(s);
        const write = pinned(
          s,
          (each) => void each.call('createUser', {body: known, expects: 'created'}),
        );
        return {
          before: pinned(s, (each) => writes(each, write.at('/data/id'), known)),
          last: pinned(s, (each) => void read(each)),
          over: pinned(s, (each) => void read(each)),
          after: pinned(s, (each) => writes(each, write.at('/data/id'), known)),
        };
      },
      judge: ({before, last, over, after}) =>
        all(
          ...before.map((answer, i) => served(answer, WRITTEN[i]!, 'write-counted')),
          served(last[0]!, LIST, 'write-counted'),
          spent(over[0]!, 'control'),
          ...after.map((answer, i) =>
            is(answer, WRITTEN[i]!, 'write-refused-when-reads-are-spent'),
          ),
        ),
    }),
    check({
      rule: 'store.limits.day-rolls',
      exhausts: true,
      act: (s) => {
        s.control('spend-reads', {role: 'admin', of: 'token', count: OLD});
        // Another store, so that neither quota hides the other.
        s.control('spend-reads', {role: 'second-store', of: 'store', count: OLD});
        s.advance(hours(10));
        s.control('spend-reads', {role: 'admin', of: 'token', count: TOKEN_READS - OLD});
        s.control('spend-reads', {role: 'second-store', of: 'store', count: STORE_READS - OLD});
        const full = pinned(s, (each) => void read(each));
        s.advance(DAY - hours(10) - seconds(30));
        const early = pinned(s, (each) => void read(each));
        const storesEarly = read(s, 'second-store');
        s.advance(minutes(1));
        const burst = (as: Role): Handle<Exchange[]> =>
          s.repeat(OLD + 1, (each) => void read(each, as), untilRefused);
        return {
          full,
          early,
          storesEarly,
          freed: burst('admin'),
          storesFreed: burst('second-store'),
        };
      },
      judge: ({full, early, storesEarly, freed, storesFreed}) =>
        all(
          spent(full[0]!, 'control'),
          spent(early[0]!, 'freed-before-24-hours'),
          spent(storesEarly, 'freed-for-the-store-before-24-hours'),
          // The refused reads may have been counted (NS-ST-75).
          ...[freed, storesFreed].flatMap((burst, i) => [
            holds(burst.length > OLD - 2, {
              branch: `not-freed-after-24-hours${i ? ' for the store' : ''}`,
              expected: `${OLD} reads freed`,
              got: `${burst.length - 1} served`,
              at: undefined,
            }),
            spent(burst.at(-1)!, `more-freed-than-had-their-day${i ? ' for the store' : ''}`),
          ]),
        ),
    }),
    check({
      rule: 'store.limits.store-quota-is-per-store',
      exhausts: true,
      act: (s) => {
        s.control('spend-reads', {role: 'admin', of: 'store', count: STORE_READS});
        return {here: read(s), there: read(s, 'second-store')};
      },
      judge: ({here, there}) =>
        all(spent(here, 'control'), served(there, LIST, 'another-store-refused')),
    }),
    check({
      rule: 'store.limits.versions-count-apart',
      exhausts: true,
      act: (s) => {
        s.control('spend-reads', {role: 'admin', of: 'token', count: TOKEN_READS - 1});
        s.control('spend-reads', {role: 'admin', of: 'store', count: STORE_READS - 1});
        return {
          other: pinned(
            s,
            (each) => void each.call('listUsers', {elsewhere: each.sample('v3_read')}),
          ),
          last: pinned(s, (each) => void read(each)),
          over: pinned(s, (each) => void read(each)),
          otherAfter: pinned(
            s,
            (each) => void each.call('listUsers', {elsewhere: each.sample('v3_read')}),
          ),
        };
      },
      judge: ({other, last, over, otherAfter}) =>
        other[0]!.status >= 400 && other[0]!.status !== 429
          ? hidden(
              'NS-ST-80',
              'not served',
              `nothing was read under /api/v3 here (${other[0]!.status})`,
            )
          : all(
              letPass(other[0]!, 'v3-refused'),
              served(last[0]!, LIST, 'v3-read-counted-here'),
              spent(over[0]!, 'control'),
              letPass(otherAfter[0]!, 'v1-reads-counted-there'),
            ),
    }),
  ],
};
