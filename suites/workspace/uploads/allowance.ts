import {canonicalText} from '../../../spec/json.ts';
import type {Exchange} from '../../../spec/exchange.ts';
import {isClientError} from '../../../spec/status.ts';
import {check, type Check, type Judgement} from '../../language/check.ts';
import {
  all,
  expectEqual,
  expectThat,
  expectOutcome,
  expectMemberDifferent,
  notApplicable,
  expectRefused,
  summaryOf,
  when,
  nothing,
  whenTimely,
} from '../../language/judge.ts';
import {hasSituation} from '../../language/outcome.ts';
import {expectOneWinner, overlapped} from '../../language/races.ts';
import {publications} from '../publications/walks.ts';
import {sum} from '../../language/sent-values.ts';
import {
  readAccount,
  whenAllowanceLimited,
  reserveAndUpload,
  listUntilShown,
  noFreePlace,
  oneFreePlace,
  ONE_REGISTERED,
  publish,
  register,
  registrationOf,
  reservationOf,
  reserve,
  leftIn,
  LEFT_POINTER,
  turnCycle,
  expectLeft,
  expectLeftAmong,
} from '../publishing.ts';
import {hours, type Handle, type Script} from '../../language/script.ts';
import {spending} from './spending.ts';

/** Records a reservation, its bytes and its registration: each only if the one before was accepted. */
function tryToPublish(s: Script): Record<'reservation' | 'registered', Handle> {
  const reservation = s.call('createUpload', {body: reservationOf(s)});
  s.upload(reservation, {optional: true});
  return {reservation, registered: register(s, reservation, {optional: true})};
}

/** Whether a registration was sent and accepted. */
const isRegistered = (registered: Exchange | undefined): boolean =>
  registered?.situations.includes('registered') === true;

/**
 * The allowance has changed. Otherwise nothing is decided: an unchanged number is only meaningful
 * if a registration uses a place.
 */
const whenAllowanceChanged = (after: Exchange, before: Exchange): Judgement =>
  when(leftIn(after) !== leftIn(before), 'the allowance never changes', () => nothing());

/** The number of rows of the list that show the publication of an upload. */
const rowsOf = (list: Exchange, upload: Exchange): number =>
  publications.ids(list).filter((id) => id === upload.body.publication_id).length;

const expectListedOnce = (list: Exchange, upload: Exchange, branch: string): Judgement =>
  expectEqual(rowsOf(list, upload), 1, branch, list, 'the number of rows of the publication');

/** A race used one place. If the count lags, it does not show whether two were used. */
const expectOneSpent = (before: Exchange, after: Exchange): Judgement =>
  when(leftIn(after) < leftIn(before), 'the registration is not counted yet', () =>
    expectEqual(
      leftIn(after),
      leftIn(before) - 1,
      'race-spent-twice',
      after,
      '`publications_left` after the race',
    ),
  );

/**
 * Two parallel registrations of one upload create one publication and use one place, whatever the
 * second one is answered (NS-WS-34).
 */
const expectRaceCountedOnce = (
  before: Exchange,
  upload: Exchange,
  race: Exchange[],
  after: Exchange,
  list: Exchange,
): Judgement =>
  whenTimely(
    overlapped(race) && race.some(hasSituation('registered')),
    'the requests did not overlap',
    () =>
      all(
        leftIn(before) === null ? nothing() : () => expectOneSpent(before, after),
        expectListedOnce(list, upload, 'race-made-two-rows'),
      ),
  );

/** A repeated registration is refused, or answered with the same publication. */
function expectRefusedOrSame(again: Exchange, upload: Exchange): Judgement {
  if (again.status >= 400) return expectRefused(again, 'server-error');
  const reserved = upload.body.publication_id as unknown;
  const id = (again.body?.id as unknown) ?? reserved;
  return expectEqual(
    id,
    reserved,
    'second-publication',
    again,
    '`id` of the repeated registration',
  );
}

/** Exactly one of two parallel registrations gets the last place. */
const expectOneRegistered = (race: Exchange[]): Judgement =>
  expectOneWinner(race, ONE_REGISTERED, {
    // Another rule judges the refusal of the other one.
    isRefusal: ({status}) => isClientError(status),
    expected: 'one registered, one refused',
    branch: 'not-one-of-two',
  });

/** The allowance: what uses a place of it, and what does not. */
export const allowance: Check[] = [
  check({
    rule: 'workspace.uploads.reservation-needs-allowance',
    given: noFreePlace,
    act: (s) => ({refusal: s.call('createUpload', {body: reservationOf(s)})}),
    judge: ({refusal}) =>
      all(
        expectOutcome(refusal, 'allowance-spent', 'reserved-all-the-same'),
        expectThat(!/"upload_url":"/.test(canonicalText(refusal.wire ?? null)), {
          branch: 'url-given',
          expected: 'no `upload_url` in the refusal',
          got: 'an `upload_url`',
          at: refusal,
        }),
      ),
  }),
  check({
    rule: 'workspace.uploads.reservation-needs-allowance',
    place: 'of an audiobook',
    onlyOnTestTargets: true,
    given: noFreePlace,
    act: (s) => ({refusal: s.call('createUpload', {body: reservationOf(s, 'audiobook')})}),
    judge: ({refusal}) => expectOutcome(refusal, 'allowance-spent', 'an audiobook is reserved'),
  }),
  check({
    rule: 'workspace.uploads.registration-answers-201',
    place: 'after a refusal for the allowance',
    onlyOnTestTargets: true,
    given: noFreePlace,
    act: (s, {landed}) => {
      const refused = register(s, landed);
      s.control('leave-places', {role: 'full', places: 2});
      return {refused, registered: register(s, landed)};
    },
    judge: ({refused, registered}) =>
      refused.situations.includes('allowance-spent')
        ? expectOutcome(registered, 'registered', 'refused for good')
        : notApplicable('the allowance was not spent'),
  }),
  check({
    rule: 'workspace.uploads.reservation-spends-nothing',
    act: (s) => {
      const before = readAccount(s);
      const reservation = reserve(s);
      const between = readAccount(s);
      s.upload(reservation, {expects: 'stored'});
      register(s, reservation, {expects: 'registered'});
      return {before, between, after: readAccount(s)};
    },
    judge: ({before, between, after}) =>
      whenAllowanceLimited(before, () =>
        all(
          expectLeft(between, leftIn(before), 'spent-at-reservation'),
          whenAllowanceChanged(after, before),
        ),
      ),
  }),
  check({
    rule: 'workspace.uploads.reservation-spends-nothing',
    place: 'more reservations than places',
    onlyOnTestTargets: true,
    given: oneFreePlace,
    act: (s) => ({
      before: readAccount(s),
      third: s.call('createUpload', {body: reservationOf(s)}),
    }),
    judge: ({before, third}) =>
      when(leftIn(before) === 1, 'the number of places left is not 1', () =>
        expectThat(!third.situations.includes('allowance-spent'), {
          branch: 'refused-for-open-reservations',
          expected: 'a third reservation to succeed, because one place is left',
          got: summaryOf(third),
          at: third,
        }),
      ),
  }),
  check({
    rule: 'workspace.uploads.parallel-registrations-stay-within-allowance',
    given: oneFreePlace,
    act: (s, {first, second}) => ({
      race: s.parallel(
        (branch) => void register(branch, first),
        (branch) => void register(branch, second),
      ),
      left: readAccount(s),
    }),
    judge: ({race, left}) =>
      all(expectOneRegistered(race), expectLeft(left, 0, 'allowance-below-or-above-zero')),
  }),
  ...spending,
  check({
    rule: 'workspace.uploads.refusal-spends-nothing',
    act: (s) => {
      const before = readAccount(s);
      register(s, reserve(s), {expects: 'not-landed'});
      const landed = reserveAndUpload(s);
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
      const between = readAccount(s);
      publish(s);
      return {before, larger, unsupported, outside, never, unread, between, after: readAccount(s)};
    },
    judge: ({before, larger, unsupported, outside, never, unread, between, after}) =>
      whenAllowanceLimited(before, () => {
        // A wrong registration that is accepted breaks another rule, and rightly uses a place.
        const accepted = [larger, unsupported, outside, never, unread].filter(
          ({status}) => status < 400,
        ).length;
        return when(accepted < 2, 'more than one of the wrong registrations was accepted', () =>
          all(
            expectLeft(between, leftIn(before) - accepted, 'refusal-spent'),
            whenAllowanceChanged(after, before),
          ),
        );
      }),
  }),
  check({
    rule: 'workspace.uploads.repetition-spends-nothing',
    act: (s) => {
      const landed = reserveAndUpload(s);
      register(s, landed, {expects: 'registered'});
      const first = listUntilShown(s, landed, '/publication_id');
      const before = readAccount(s);
      const again = register(s, landed);
      const after = readAccount(s);
      const list = listUntilShown(s, landed, '/publication_id');
      const raced = reserveAndUpload(s);
      return {
        landed,
        first,
        before,
        again,
        after,
        list,
        raced,
        race: s.parallel(
          (branch) => void register(branch, raced),
          (branch) => void register(branch, raced),
        ),
        spent: readAccount(s),
        listAfter: listUntilShown(s, raced, '/publication_id'),
      };
    },
    judge: ({landed, first, before, again, after, list, raced, race, spent, listAfter}) =>
      all(
        expectRaceCountedOnce(after, raced, race, spent, listAfter),
        expectEqual(
          leftIn(after),
          leftIn(before),
          'repetition-spent',
          after,
          '`publications_left` after the repetition',
        ),
        () =>
          when(
            publications.ids(first).includes(landed.body.publication_id),
            'the registered publication was not listed',
            () => expectListedOnce(list, landed, 'second-row'),
          ),
        () =>
          publications.expectNoOthers(
            list,
            publications.ids(first),
            'that was not there before',
            'second-publication-listed',
          ),
        expectRefusedOrSame(again, landed),
      ),
  }),
  check({
    rule: 'workspace.uploads.allowance-renews-with-the-cycle',
    given: {
      id: 'workspace: an allowance that is read and then spent',
      ways: [
        (s) => {
          const before = readAccount(s);
          // A hook may shift the allowance by what is spent: something is, in this cycle.
          publish(s);
          const landed = reserveAndUpload(s);
          s.control('leave-places', {role: 'full', places: 0});
          return {before, landed};
        },
      ],
    },
    act: (s, {before, landed}) => {
      const spent = register(s, landed, {expects: 'allowance-spent'});
      turnCycle(s);
      const renewed = readAccount(s);
      const {reservation, registered} = tryToPublish(s);
      turnCycle(s);
      const unspent = readAccount(s);
      // How long a cycle lasts is open (NS-WS-44): it may be a year.
      s.advance(hours(24 * 310));
      const yearLater = tryToPublish(s).registered;
      return {before, spent, renewed, reservation, registered, unspent, yearLater};
    },
    judge: ({before, renewed, reservation, registered, unspent, yearLater}) =>
      whenAllowanceLimited(before, () =>
        isRegistered(yearLater) && !isRegistered(registered)
          ? expectOutcome(yearLater, 'registered', 'still-spent-a-year-later')
          : all(
              // The rest of the previous cycle is not added: the plan gives an allowance per cycle. The cycle of the
              // registration may still last (NS-WS-44).
              expectLeftAmong(
                unspent,
                [leftIn(renewed), leftIn(renewed) - 1],
                'another-allowance-in-the-cycle-after',
              ),
              expectOutcome(
                registered ?? reservation,
                'registered',
                'still-spent-in-the-next-cycle',
              ),
              expectMemberDifferent(renewed, LEFT_POINTER, 0, 'account-not-renewed'),
            ),
      ),
  }),
];
