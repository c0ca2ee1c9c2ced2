import {canonicalText} from '../../../spec/json.ts';
import type {Exchange} from '../../../spec/step.ts';
import {check, type Check, type Judgement} from '../../check.ts';
import {
  all,
  equal,
  holds,
  is,
  memberDiffers,
  memberIs,
  overlapped,
  refused,
  summaryOf,
  when,
  whenRaced,
} from '../../judge.ts';
import {column, missing} from '../../rows.ts';
import {minutes, sum} from '../../script.ts';
import {
  account,
  counted,
  land,
  listed,
  noFreePlace,
  oneFreePlace,
  publish,
  register,
  registrationOf,
  reservationOf,
  reserve,
} from '../publishing.ts';

/** That nothing was spent says something only where registering spends. */
const moves = (after: Exchange, before: Exchange): Judgement =>
  when(
    after.body.publications_left !== before.body.publications_left,
    'the allowance never moves',
    () => all(),
  );

/**
 * Of two registrations of one upload at the same moment one spends and makes, whatever the other is
 * answered (NS-WS-34).
 */
const ofOne = (
  before: Exchange,
  upload: Exchange,
  race: Exchange[],
  after: Exchange,
  list: Exchange,
): Judgement =>
  whenRaced(
    overlapped(race) && race.some(({situations}) => situations.includes('registered')),
    'the requests did not overlap',
    () =>
      all(
        before.body.publications_left === null
          ? all()
          : equal(
              after.body.publications_left,
              before.body.publications_left - 1,
              'race-spent-twice',
              race[1],
            ),
        equal(
          column([list], '/id').filter((id) => id === upload.body.publication_id).length,
          1,
          'race-made-two-rows',
          list,
        ),
      ),
  );

/** The allowance: what spends a place of it, and what does not. */
export const allowance: Check[] = [
  check({
    rule: 'workspace.uploads.reservation-needs-allowance',
    given: noFreePlace,
    act: (s) => ({refusal: s.call('createUpload', {body: reservationOf(s)})}),
    judge: ({refusal}) =>
      all(
        is(refusal, 'allowance-spent', 'reserved-all-the-same'),
        holds(!/"upload_url":"/.test(canonicalText(refusal.wire ?? null)), {
          branch: 'url-given',
          expected: 'no upload_url',
          got: 'one',
          at: refusal,
        }),
      ),
  }),
  check({
    rule: 'workspace.uploads.reservation-spends-nothing',
    act: (s) => {
      const before = account(s);
      const reservation = reserve(s);
      const between = account(s);
      s.upload(reservation, {expects: 'stored'});
      register(s, reservation, {expects: 'registered'});
      return {before, between, after: account(s)};
    },
    judge: ({before, between, after}) =>
      counted(before, () =>
        all(
          memberIs(
            between,
            '/publications_left',
            before.body.publications_left,
            'spent-at-reservation',
          ),
          moves(after, before),
        ),
      ),
  }),
  check({
    rule: 'workspace.uploads.parallel-registrations-stay-within-allowance',
    given: oneFreePlace,
    act: (s, g) => ({
      race: s.parallel(
        (branch) => void register(branch, g.first),
        (branch) => void register(branch, g.second),
      ),
      left: account(s),
    }),
    judge: ({race, left}) => {
      const won = race.filter((exchange) => exchange.situations.includes('registered'));
      // In which words the other is refused is another rule's.
      const lost = race.filter((exchange) => exchange.status >= 400 && exchange.status < 500);
      return all(
        holds(won.length < 2, {
          branch: 'both-registered',
          expected: 'one registered',
          got: 'two registered',
          at: race[1],
        }),
        whenRaced(overlapped(race), 'the requests did not overlap', () =>
          holds(won.length === 1 && lost.length === 1, {
            branch: 'not-one-of-two',
            expected: 'one registered, one refused',
            got: race.map(summaryOf).join('; '),
            at: race[0],
          }),
        ),
        memberIs(left, '/publications_left', 0, 'allowance-below-or-above-zero'),
      );
    },
  }),
  check({
    rule: 'workspace.uploads.registration-spends-one',
    act: (s) => {
      const before = account(s);
      publish(s);
      const between = account(s);
      s.repeat(3, (each) => void publish(each));
      return {before, between, after: account(s)};
    },
    judge: ({before, between, after}) =>
      counted(before, () =>
        all(
          memberIs(
            between,
            '/publications_left',
            before.body.publications_left - 1,
            'first-not-one',
          ),
          memberIs(
            after,
            '/publications_left',
            before.body.publications_left - 4,
            'later-not-one-each',
          ),
        ),
      ),
  }),
  check({
    rule: 'workspace.uploads.refusal-spends-nothing',
    act: (s) => {
      const before = account(s);
      register(s, reserve(s), {expects: 'not-landed'});
      const landed = land(s);
      const body = registrationOf(s, landed);
      const larger = register(s, landed, {
        body: {...body, size_bytes: sum(s.sample('good', '/size_bytes'), 1)},
      });
      const unsupported = register(s, landed, {
        body: {...body, original_filename: s.sample('unsupported', '/filename')},
      });
      const outside = register(s, landed, {
        body: {...body, key: reserve(s, 'second-workspace').at('/key')},
      });
      const never = register(s, landed, {body: {...body, publication_id: s.fresh('text', 24)}});
      const unread = s.call('createPublication', {raw: '{'});
      const between = account(s);
      publish(s);
      return {before, larger, unsupported, outside, never, unread, between, after: account(s)};
    },
    judge: ({before, larger, unsupported, outside, never, unread, between, after}) =>
      counted(before, () => {
        // What was accepted, against other rules, rightly spends: once, where it is one upload.
        const accepted = [larger, unsupported, outside, never, unread].filter(
          ({status}) => status < 400,
        ).length;
        return when(accepted < 2, 'more than one of the wrong registrations was accepted', () =>
          all(
            memberIs(
              between,
              '/publications_left',
              before.body.publications_left - accepted,
              'refusal-spent',
            ),
            moves(after, before),
          ),
        );
      }),
  }),
  check({
    rule: 'workspace.uploads.repetition-spends-nothing',
    act: (s) => {
      const landed = land(s);
      register(s, landed, {expects: 'registered'});
      const first = listed(s, landed, '/publication_id');
      const before = account(s);
      const again = register(s, landed);
      const after = account(s);
      const list = listed(s, landed, '/publication_id');
      const raced = land(s);
      const race = s.parallel(
        (branch) => void register(branch, raced),
        (branch) => void register(branch, raced),
      );
      return {
        landed,
        first,
        before,
        again,
        after,
        list,
        raced,
        race,
        spent: account(s),
        listAfter: listed(s, raced, '/publication_id'),
      };
    },
    judge: ({landed, first, before, again, after, list, raced, race, spent, listAfter}) =>
      all(
        ofOne(after, raced, race, spent, listAfter),
        equal(
          after.body.publications_left,
          before.body.publications_left,
          'repetition-spent',
          again,
        ),
        when(
          column([first], '/id').includes(landed.body.publication_id),
          'the registered publication was not listed',
          () =>
            equal(
              column([list], '/id').filter((id) => id === landed.body.publication_id).length,
              1,
              'second-row',
              list,
            ),
        ),
        equal(
          missing(column([list], '/id'), column([first], '/id')).length,
          0,
          'second-publication-listed',
          list,
        ),
        again.status < 400
          ? equal(
              again.body?.id ?? landed.body.publication_id,
              landed.body.publication_id,
              'second-publication',
              again,
            )
          : refused(again, 'server-error'),
      ),
  }),
  check({
    rule: 'workspace.uploads.allowance-renews-with-the-cycle',
    given: noFreePlace,
    act: (s, g) => {
      const spent = register(s, g.landed, {expects: 'allowance-spent'});
      s.advance(minutes(60 * 24 * 32));
      return {spent, renewed: account(s), registered: register(s, land(s))};
    },
    judge: ({renewed, registered}) =>
      all(
        is(registered, 'registered', 'still-spent-in-the-next-cycle'),
        memberDiffers(renewed, '/publications_left', 0, 'account-not-renewed'),
      ),
  }),
];
