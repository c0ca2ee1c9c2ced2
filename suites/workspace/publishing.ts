/**
 * The steps that create a publication (States / Upload and registration), and the set-ups that
 * several checks share. Functions that record set-up use `expects`: if the outcome is another one,
 * the check is blocked and no rule fails.
 */

import type {Exchange} from '../../spec/exchange.ts';
import {isObject} from '../../spec/json.ts';
import type {Role} from '../../spec/step.ts';
import type {Val} from '../../spec/value.ts';
import type {Judgement, Setup} from '../language/check.ts';
import {hidden, expectThat, notApplicable, summaryOf, expectMember} from '../language/judge.ts';
import {
  seconds,
  hours,
  type Args,
  type Handle,
  type Script,
  type UploadOptions,
} from '../language/script.ts';

/** Records a reservation (`createUpload`) as set-up. */
export const reserve = (s: Script, as: Role = 'full'): Handle =>
  s.call('createUpload', {as, body: reservationOf(s), expects: 'reserved'});

/**
 * The body of a `createUpload` for a sample file of the target.
 * @param sample name of the sample, for example `good` or `unsupported`
 */
export const reservationOf = (s: Script, sample = 'good') => ({
  original_filename: s.sample(sample, '/filename'),
  size_bytes: s.sample(sample, '/size_bytes'),
});

/** The body of a `createPublication` that registers a reservation as it was reserved. */
export const registrationOf = (s: Script, reservation: Handle, sample = 'good') => ({
  publication_id: reservation.at('/publication_id'),
  key: reservation.at('/key'),
  ...reservationOf(s, sample),
});

/**
 * Records a reservation and the upload of its bytes, both as set-up.
 * @returns the reservation
 */
export function reserveAndUpload(
  s: Script,
  as: Role = 'full',
  options: UploadOptions = {},
): Handle {
  const reservation = reserve(s, as);
  s.upload(reservation, {expects: 'stored', ...options});
  return reservation;
}

/**
 * Records the registration (`createPublication`) of a reservation; no set-up unless `args` says so.
 */
export const register = (s: Script, reservation: Handle, args: Args = {}): Handle =>
  s.call('createPublication', {body: registrationOf(s, reservation), ...args});

/**
 * Records a publication as set-up: reserve, upload, register.
 * @param landed a reservation whose bytes are stored, where the caller has one
 * @returns the registration, whose `/id` is that of the publication
 */
export const publish = (
  s: Script,
  as: Role = 'full',
  landed: Handle = reserveAndUpload(s, as),
): Handle => register(s, landed, {as, expects: 'registered'});

/**
 * Records the upload and the registration of the good sample under another name, as set-up.
 * @param args of the registration
 */
export function publishNamed(
  s: Script,
  name: Val,
  args: Args = {expects: 'registered'},
): {sent: Handle; registration: Handle} {
  const named = {original_filename: name};
  const reservation = s.call('createUpload', {
    body: {...reservationOf(s), ...named},
    expects: 'reserved',
  });
  const sent = s.upload(reservation, {expects: 'stored'});
  const body = {...registrationOf(s, reservation), ...named};
  return {sent, registration: register(s, reservation, {body, ...args})};
}

/** Records the reservation of the target's sample of an audiobook as set-up. */
export const reserveAudiobook = (s: Script): Handle =>
  s.call('createUpload', {body: reservationOf(s, 'audiobook'), expects: 'reserved'});

/**
 * Records a publication of the target's sample of an audiobook as set-up.
 * @returns the registration
 */
export function publishAudiobook(s: Script): Handle {
  const reservation = reserveAudiobook(s);
  s.upload(reservation, {sample: 'audiobook', expects: 'stored'});
  const body = registrationOf(s, reservation, 'audiobook');
  return register(s, reservation, {body, expects: 'registered'});
}

/**
 * As `publish`, and waits until `getPublication` shows it: some deployments take a moment.
 * @returns the registration
 */
export function publishAndWait(
  s: Script,
  as: Role = 'full',
  landed: Handle = reserveAndUpload(s, as),
): Handle {
  const registration = publish(s, as, landed);
  readWhenShown(s, registration, as);
  return registration;
}

/** Records a read of a publication (`getPublication`), once the deployment shows it. */
export const readWhenShown = (s: Script, registration: Handle, as: Role = 'full'): Handle =>
  s.call('getPublication', {
    as,
    path: {publication: registration.at('/id')},
    until: {other: 404},
    expects: 'publication',
  });

/**
 * Records the first page of the list, once it shows a publication.
 * @param source the response that named the publication: its registration or its reservation
 * @param pointer where that response has the publication's id
 */
export const listUntilShown = (
  s: Script,
  source: Handle,
  pointer = '/id',
  args: Args = {},
): Handle =>
  s.call('listPublications', {
    expects: 'page',
    ...args,
    until: {rows: '/data', at: '/id', has: source.at(pointer)},
  });

/** Records a read of the account (`getAccount`) as set-up. */
export const readAccount = (s: Script, as: Role = 'full'): Handle =>
  s.call('getAccount', {as, expects: 'account'});

/**
 * A read does not show the publication: it was not created. Another rule judges the status of that
 * refusal.
 */
export const expectNotCreated = (read: Exchange, branch: string): Judgement =>
  expectThat(read.status >= 400, {
    branch,
    expected: 'no publication',
    got: summaryOf(read),
    at: read,
  });

/** The pointer to the remaining allowance in a read of the account or the usage. */
export const LEFT_POINTER = '/publications_left';

/** The remaining allowance that a read of the account or the usage shows. */
export const leftIn = ({body}: Exchange): number => body.publications_left as number;

/** A read of the account or the usage shows this remaining allowance. */
export const expectLeft = (read: Exchange, left: unknown, branch: string): Judgement =>
  expectMember(read, LEFT_POINTER, left, branch);

/** A read of the account or the usage shows one of these remaining allowances. */
export const expectLeftAmong = (read: Exchange, left: number[], branch: string): Judgement =>
  expectLeft(read, left.find((one) => one === leftIn(read)) ?? left[0], branch);

/** The account shows a plan that it has shown before. One that is an object may say since when it holds (NS-WS-01). */
export const expectPlan = (account: Exchange, plan: unknown, branch: string): Judgement =>
  isObject(plan)
    ? notApplicable('the plan is an object')
    : expectMember(account, '/plan', plan, branch);

/** Lets so much time pass that a cycle of a month turns; how long one lasts is open (NS-WS-44). */
export const turnCycle = (s: Script): void => s.advance(hours(24 * 32));

/** Judges the allowance if it is a number: null means unlimited (NS-WS-53). */
export const whenAllowanceLimited = (account: Exchange, judgement: () => Judgement): Judgement =>
  account.body.publications_left === null
    ? hidden('NS-WS-53', 'unlimited', 'the allowance is unlimited')
    : judgement();

/**
 * The list has more than one page; `early` was registered before the others that the set-up makes.
 */
export const moreThanAPage: Setup<{early: Handle}> = {
  id: 'workspace: more publications than a page',
  reusable: true,
  ways: [
    // Seeded at two instants, so that the order is visible on every page.
    (s) => {
      const early = publishAndWait(s);
      s.advance(seconds(1));
      s.control('seed-publications', {role: 'full', count: 60});
      s.advance(seconds(1));
      s.control('seed-publications', {role: 'full', count: 60});
      return {early};
    },
    (s) => {
      const early = publishAndWait(s);
      s.control('seed-publications', {role: 'full', count: 120});
      return {early};
    },
    (s) => {
      const early = publishAndWait(s);
      s.repeat(5, publishTen, {until: {at: '/has_more', in: [true]}});
      return {early};
    },
  ],
};

/** Records ten publications and one read of the list, which may have had rows before. */
function publishTen(s: Script): void {
  s.repeat(10, (each) => void publish(each));
  s.call('listPublications');
}

/** For two registrations of which the allowance admits only one. */
export const ONE_REGISTERED = {
  situation: 'registered',
  what: 'registered',
  both: 'both-registered',
};

/** The bytes of two reservations are stored, and the allowance has room for one registration. */
export const oneFreePlace: Setup<{first: Handle; second: Handle}> = {
  id: 'workspace: two landed uploads, one place left',
  ways: [
    (s) => {
      const landed = {first: reserveAndUpload(s), second: reserveAndUpload(s)};
      s.control('leave-places', {role: 'full', places: 1});
      return landed;
    },
  ],
};

/** The bytes of a reservation are stored, and the allowance is spent. */
export const noFreePlace: Setup<{landed: Handle}> = {
  id: 'workspace: a landed upload, no place left',
  ways: [
    (s) => {
      const landed = reserveAndUpload(s);
      s.control('leave-places', {role: 'full', places: 0});
      return {landed};
    },
  ],
};
