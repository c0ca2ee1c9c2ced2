import type {Exchange, Role} from '../../spec/step.ts';
import type {Judgement, Setup} from '../check.ts';
import {hidden} from '../judge.ts';
import {seconds, type Args, type Handle, type Script, type UploadOptions} from '../script.ts';

/**
 * The steps of a publication's life, as the document tells them (States / Upload and registration).
 */

/** A reservation that a set-up needs. */
export const reserve = (s: Script, as: Role = 'full'): Handle =>
  s.call('createUpload', {as, body: reservationOf(s), expects: 'reserved'});

/** The body of a reservation for a target's sample file. */
export const reservationOf = (s: Script, sample = 'good') => ({
  original_filename: s.sample(sample, '/filename'),
  size_bytes: s.sample(sample, '/size_bytes'),
});

/** The body of the registration that fits a reservation. */
export const registrationOf = (s: Script, reservation: Handle, sample = 'good') => ({
  publication_id: reservation.at('/publication_id'),
  key: reservation.at('/key'),
  ...reservationOf(s, sample),
});

/** A reservation whose bytes landed. */
export function land(s: Script, as: Role = 'full', options: UploadOptions = {}): Handle {
  const reservation = reserve(s, as);
  s.upload(reservation, {expects: 'stored', ...options});
  return reservation;
}

/** Registers a reservation. */
export const register = (s: Script, reservation: Handle, args: Args = {}): Handle =>
  s.call('createPublication', {body: registrationOf(s, reservation), ...args});

/** A registered publication: reserve, upload, register. */
export const publish = (s: Script, as: Role = 'full'): Handle =>
  register(s, land(s, as), {as, expects: 'registered'});

/** A registered publication that reads show by now. */
export function shown(s: Script, as: Role = 'full'): Handle {
  const made = publish(s, as);
  s.call('getPublication', {
    as,
    path: {publication: made.at('/id')},
    until: {other: 404},
    expects: 'publication',
  });
  return made;
}

/** The first page of the list, once it shows a publication. */
export const listed = (s: Script, made: Handle, pointer = '/id', args: Args = {}): Handle =>
  s.call('listPublications', {
    expects: 'page',
    ...args,
    until: {rows: '/data', at: '/id', has: made.at(pointer)},
  });

/** The account as it is now. */
export const account = (s: Script, as: Role = 'full'): Handle =>
  s.call('getAccount', {as, expects: 'account'});

/** A judgement about the allowance, where there is one to spend (NS-WS-53). */
export const counted = (read: Exchange, judgement: () => Judgement): Judgement =>
  read.body.publications_left === null
    ? hidden('NS-WS-53', 'unlimited', 'the allowance is unlimited')
    : judgement();

/** The list holds more than one page; `early` was registered first. */
export const moreThanAPage: Setup<{early: Handle}> = {
  id: 'workspace: more publications than a page',
  lasting: true,
  ways: [
    // Of two instants, so that there is an order to be seen on every page.
    (s) => {
      const early = shown(s);
      s.advance(seconds(1));
      s.control('seed-publications', {role: 'full', count: 60});
      s.advance(seconds(1));
      s.control('seed-publications', {role: 'full', count: 60});
      return {early};
    },
    (s) => {
      const early = shown(s);
      s.control('seed-publications', {role: 'full', count: 120});
      return {early};
    },
    (s) => {
      const early = shown(s);
      s.repeat(50, (each) => void publish(each));
      return {early};
    },
  ],
};

/** Two uploads landed and one place is left. */
export const oneFreePlace: Setup<{first: Handle; second: Handle}> = {
  id: 'workspace: two landed uploads, one place left',
  ways: [
    (s) => {
      const landed = {first: land(s), second: land(s)};
      s.control('leave-places', {role: 'full', places: 1});
      return landed;
    },
  ],
};

/** An upload landed and no place is left. */
export const noFreePlace: Setup<{landed: Handle}> = {
  id: 'workspace: a landed upload, no place left',
  ways: [
    (s) => {
      const landed = land(s);
      s.control('leave-places', {role: 'full', places: 0});
      return {landed};
    },
  ],
};
