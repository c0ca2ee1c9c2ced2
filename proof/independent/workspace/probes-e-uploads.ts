import {fault, uploadOf} from './probe-kit.ts';
import type {Fault, Site, Upload} from './probe-kit.ts';

const MINUTE = 60_000;

/** An upload whose bytes never landed. */
async function unlanded(s: Site): Promise<Upload> {
  return uploadOf(await s.reserve(), 'book.epub', 5);
}

/** Part E: reservations and registrations. */
export const UPLOAD_FAULTS_E: readonly Fault[] = [
  fault(
    'flat',
    'reserve-key-url-encoded',
    '082',
    'the upload key is given percent-encoded, and taken back only as it was before',
    'reserve, PUT, register with the key as given: invalid_upload_key',
    async (s) => (await s.register(await s.land())).status !== 201,
  ),
  fault(
    'flat',
    'register-202',
    '128',
    'a registration answers 202',
    'POST publications: 202',
    async (s) => (await s.register(await s.land())).status !== 201,
  ),
  fault(
    'flat',
    'register-refusal-redirects',
    '254',
    'a refused registration is a redirect to the page before, as for a form',
    'POST publications of an unlanded upload: 302',
    async (s) => (await s.register(await unlanded(s))).status !== 422,
  ),
  fault(
    'deep',
    'register-refusal-refunds',
    '130',
    'a refused registration gives a place back that was never taken',
    'register an unlanded upload: 101 left',
    async (s) => {
      await s.register(await unlanded(s));
      return (await s.left()) !== 100;
    },
  ),
  fault(
    'deep',
    'register-size-in-characters',
    '128',
    'the stored size is counted in characters',
    'PUT four two-byte letters, declare 8; register: upload_incomplete',
    async (s) => (await s.register(await s.land('book.epub', 'äöüß'))).status !== 201,
  ),
  fault(
    'deep',
    'expired-reservations-hold-places',
    '280',
    'reservations hold places for createUpload, and abandoned ones never give them back',
    'leave one place; reserve; an hour on reserve: publication_quota_exceeded',
    async (s) => {
      await s.hook('leave-places', {role: 'full', places: 1});
      await s.reserve();
      await s.advance(60 * MINUTE);
      return (await s.reserve()).status !== 201;
    },
  ),
  fault(
    'deep',
    'reserve-forgets-the-one-before',
    '128',
    'a key has one open upload: the next reservation drops it',
    'reserve, PUT, reserve, register the first: refused',
    async (s) => {
      const one = await s.land();
      await s.reserve();
      return (await s.register(one)).status !== 201;
    },
  ),
  fault(
    'deep',
    'register-by-reserving-key-only',
    '128',
    'an upload is registered by the key alone that reserved it',
    'reserve with full, register with other-key: refused',
    async (s) => (await s.register(await s.land(), 'other-key')).status !== 201,
  ),
  fault(
    'deep',
    'upload-link-of-cached-policy',
    '120',
    'links share a signing policy that is renewed when it ends',
    'reserve; 20 minutes; reserve; 15 minutes; PUT to the second: refused',
    async (s) => {
      await s.reserve();
      await s.advance(20 * MINUTE);
      const second = await s.reserve();
      await s.advance(15 * MINUTE);
      return (await s.put(second, 'bytes')).status !== 200;
    },
  ),
];
