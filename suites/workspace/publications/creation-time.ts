import {scalarsIn} from '../../../spec/json.ts';
import type {Exchange} from '../../../spec/exchange.ts';
import type {Judgement} from '../../language/check.ts';
import {isoInstant} from '../../values/datetimes.ts';
import {brief, expectThat, undecided, when, withPointer} from '../../language/judge.ts';
import {minutes} from '../../language/script.ts';
import {ageAt, spanOf} from '../../values/ages.ts';
import {UPLOAD_LINK_LIFETIME_MS} from '../link-age.ts';

/** How far an instant of a reservation may be from the clock that it confirms. */
const NEAR = minutes(2);
/**
 * How far a creation time may be from the registration: the clocks of one deployment differ a
 * little.
 */
const APART = minutes(5);

const WITH_ZONE = /\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?(?:Z|[+-]\d\d:?\d\d)/gi;
/** The format in presigned links: `20260302T093000Z`. */
const BASIC = /\b(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\b/g;
const EPOCH = /\b\d{10}(?:\d{3})?\b/g;

const epoch = (digits: string): number => Number(digits) * (digits.length === 10 ? 1000 : 1);

/**
 * The instants in a JSON value, including those in the query of a link, in every format with a time
 * zone.
 * @returns milliseconds since 1970
 */
export function instantsIn(value: unknown): number[] {
  const text = scalarsIn(value).join('\n').replaceAll('%3A', ':').replaceAll('%2B', '+');
  const written = [
    ...(text.match(WITH_ZONE) ?? []),
    ...(text.match(BASIC) ?? []).map((one) => one.replace(BASIC, '$1-$2-$3T$4:$5:$6Z')),
  ];
  const counted = (text.match(EPOCH) ?? []).map(epoch);
  return [...written.map(isoInstant), ...counted].filter(Number.isFinite);
}

const isNear = (one: number, other: number): boolean => Math.abs(one - other) <= NEAR;

/** Whether a reservation shows an instant, as its own time or as the end of its link. */
const shows = (instants: number[], time: number): boolean =>
  instants.some((one) => isNear(one, time) || isNear(one - UPLOAD_LINK_LIFETIME_MS, time));

/**
 * A publication was created between its reservation and the response to its registration, by the
 * clock of the deployment. Under test, a deployment may have its own time, so its clock is that of
 * the header `Date`, or that of the run if another instant of the reservation confirms it. A
 * creation time without a zone is not judged.
 */
export function expectCreatedMeanwhile(reservation: Exchange, registration: Exchange): Judgement {
  const text = registration.body?.created_at as unknown;
  if (typeof text !== 'string') return undecided('the creation time cannot be read');
  const [created] = instantsIn(text);
  const reserved = instantsIn(reservation.wire);
  const {most} = ageAt(registration, reservation);
  const isMeanwhile = (time: number, clock: number): boolean =>
    time >= clock - APART && time <= clock + most + APART;
  const clocks = [Date.parse(reservation.headers.date ?? ''), spanOf(reservation).sent].filter(
    (clock) => shows(reserved, clock),
  );
  if (created === undefined || !clocks.length || shows(reserved, created))
    return expectCreationTime(registration);
  // The profile may name the wrong member as creation time.
  const isElsewhere = instantsIn(registration.wire).some((one) =>
    clocks.some((clock) => isMeanwhile(one, clock)),
  );
  const isRight = clocks.some((clock) => isMeanwhile(created, clock));
  return when(isRight || !isElsewhere, 'another member than `created_at` has that time', () =>
    withPointer(
      '/created_at',
      expectThat(isRight, {
        branch: 'not-created-then',
        expected: `\`created_at\` to be within ${APART / minutes(1)} minutes of the registration`,
        got: brief(text),
        at: registration,
      }),
    ),
  );
}

/**
 * Only the presence of a creation time can be judged: nothing shows the clock of the deployment.
 */
const expectCreationTime = (registration: Exchange): Judgement =>
  expectThat(true, {
    branch: 'no-creation-time',
    expected: 'a creation time',
    got: `created_at ${brief(registration.body.created_at)}`,
    at: registration,
  });
