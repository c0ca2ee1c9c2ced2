import {AFTER_AN_END_MS, BEFORE_AN_END_MS} from '../../values/ages.ts';
import type {AnyProperty} from '../../language/check.ts';
import {all} from '../../language/judge.ts';
import {UPLOAD_LINK_LIFETIME_MS, expectUploadLifetime} from '../link-age.ts';
import {property} from '../../language/property.ts';
import {minutes, type Handle, type Script} from '../../language/script.ts';
import {classesOf} from '../../values/values.ts';
import {waitUntilAge} from '../../language/wait-until.ts';
import {publish, register, reservationOf, reserve} from '../publishing.ts';

/** Things that happened before a link was created. */
const BEFORE: Record<string, (s: Script) => unknown> = {
  nothing: () => undefined,
  'a reservation': (s) => reserve(s),
  'a registration': (s) => publish(s),
  'a refused reservation': (s) => s.call('createUpload', {body: reservationOf(s, 'unsupported')}),
};

/** Things that happen while it is valid. */
const MEANWHILE: Record<string, (s: Script, reservation: Handle) => unknown> = {
  nothing: () => undefined,
  'a reservation': (s) => reserve(s),
  'a registration': (s) => publish(s),
  'a registration before the upload': (s, reservation) => register(s, reservation),
};

const classesIn = (situations: object) => {
  const [first = '', ...rest] = Object.keys(situations);
  return classesOf(first, ...rest);
};

/**
 * A link accepts bytes for thirty minutes, whatever happened before or happens meanwhile (Limits).
 */
export const linksInAnySituation: AnyProperty[] = [
  property({
    rule: 'workspace.uploads.link-lives-30-minutes',
    place: 'in any situation',
    maxDrawsOnShared: 0,
    forAll: {before: classesIn(BEFORE), meanwhile: classesIn(MEANWHILE)},
    act: (s, {before, meanwhile}) => {
      BEFORE[before]?.(s);
      // The links are not created at the start of a window that began with earlier requests or with
      // the hour.
      s.advance(minutes(7));
      // The link that is used last is created first, so that a pause between the two only makes it
      // older.
      const [late, early] = [reserve(s), reserve(s)];
      for (const one of [late, early]) MEANWHILE[meanwhile]?.(s, one);
      waitUntilAge(s, early, UPLOAD_LINK_LIFETIME_MS - BEFORE_AN_END_MS);
      const within = s.upload(early);
      waitUntilAge(s, late, UPLOAD_LINK_LIFETIME_MS + AFTER_AN_END_MS);
      return {late, early, within, after: s.upload(late)};
    },
    judge: ({late, early, within, after}) =>
      all(expectUploadLifetime(early, within), expectUploadLifetime(late, after)),
  }),
];
