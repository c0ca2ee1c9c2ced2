import type {Chapter} from '../../language/chapter.ts';
import type {Provocation} from '../../language/provocation.ts';
import type {Val} from '../../../spec/value.ts';
import type {Handle, Script} from '../../language/script.ts';
import {
  reserveAndUpload,
  noFreePlace,
  publish,
  register,
  registrationOf,
  reservationOf,
  reserve,
} from '../publishing.ts';
import {afterEveryStep} from './after-every-step.ts';
import {afterRefusals} from './after-refusals.ts';
import {atTurns} from '../at-turns.ts';
import {contestedPlaces} from '../contested-places.ts';
import {countedRaces} from '../counted-races.ts';
import {cycleAfterCycle} from '../cycle-after-cycle.ts';
import {allowance} from './allowance.ts';
import {byAnotherKey} from './by-another-key.ts';
import {farAboveTheLimit} from './oversize.ts';
import {fileSizes} from './file-sizes.ts';
import {laterBytes} from './later-bytes.ts';
import {links} from './links.ts';
import {linksSideBySide} from './links-side-by-side.ts';
import {linksInAnySituation} from './link-situations.ts';
import {registrations} from './registrations.ts';
import {otherFiles} from './other-files.ts';
import {interleaved} from './interleaved.ts';
import {sequences} from './sequences.ts';
import {writes} from './writes.ts';
import {registrationsAgain, reservations, manyRegistrations} from '../again.ts';

const provoke = (
  op: string,
  condition: string,
  act: Provocation['act'],
  more: Partial<Provocation> = {},
): Provocation => ({
  api: 'workspace',
  op,
  condition,
  act,
  ...more,
});

/** On a shared deployment the run itself may have used up the allowance of the cycle. */
const SPENT_MEANWHILE: Partial<Provocation> = {orElse: {'allowance-spent': 'NS-WS-44'}};

/** Storage may refuse bytes of another size than the declared one (NS-WS-36). */
const OF_ANOTHER_SIZE: Partial<Provocation> = {
  means: {
    situation: 'stored',
    otherwise: 'the storage takes no upload of another size than the declared one',
  },
};

/** Records a reservation for the format of the sample `oversize`, in another size. */
const reserveInSize = (s: Script, size: Val): Handle =>
  s.call('createUpload', {body: {...reservationOf(s, 'oversize'), size_bytes: size}});

/** Workspace / uploads: reservation, object storage, registration, allowance. */
export const uploads: Chapter = {
  chapter: 'workspace/uploads',
  counted: [registrationsAgain, reservations, manyRegistrations],
  models: [sequences],
  properties: [...fileSizes, ...interleaved, ...afterEveryStep, ...linksInAnySituation],
  writes,
  visits: [
    {api: 'workspace', op: 'createUpload', args: (s) => ({body: reservationOf(s)})},
    {
      api: 'workspace',
      op: 'createPublication',
      args: (s) => ({body: registrationOf(s, reserveAndUpload(s))}),
    },
  ],
  provocations: [
    provoke(
      'createUpload',
      'reserved',
      (s) => ({subject: s.call('createUpload', {body: reservationOf(s)})}),
      SPENT_MEANWHILE,
    ),
    provoke(
      'createUpload',
      'ability-alone',
      (s) => ({subject: s.call('createUpload', {as: 'write-only', body: reservationOf(s)})}),
      SPENT_MEANWHILE,
    ),
    provoke('createUpload', 'format-unsupported', (s) => ({
      subject: s.call('createUpload', {
        body: {...reservationOf(s), original_filename: s.sample('unsupported', '/filename')},
      }),
      control: reserve(s),
    })),
    provoke('createUpload', 'oversize', (s) => ({
      subject: s.call('createUpload', {body: reservationOf(s, 'oversize')}),
      // The same format, in sizes that it may have: what its limit is, is not shown.
      control: reserveInSize(s, s.sample('good', '/size_bytes')),
      otherControl: reserveInSize(s, 1),
    })),
    provoke(
      'createUpload',
      'allowance-spent',
      (s) => ({subject: s.call('createUpload', {body: reservationOf(s)})}),
      {given: noFreePlace},
    ),
    provoke('createUpload', 'body-refused', (s) => ({
      subject: s.call('createUpload', {raw: '{"original_filename": "ti'}),
      control: s.call('createUpload', {body: reservationOf(s)}),
    })),
    provoke('createPublication', 'not-landed', (s) => ({
      subject: register(s, reserve(s)),
      control: publish(s),
    })),
    provoke(
      'createPublication',
      'incomplete',
      (s) => {
        const short = reserve(s);
        const means = s.upload(short, {resize: -1});
        return {means, subject: register(s, short), control: publish(s)};
      },
      OF_ANOTHER_SIZE,
    ),
    provoke(
      'createPublication',
      'incomplete-by-excess',
      (s) => {
        const long = reserve(s);
        const means = s.upload(long, {resize: 1});
        return {means, subject: register(s, long), control: publish(s)};
      },
      OF_ANOTHER_SIZE,
    ),
    provoke(
      'createPublication',
      'format-unsupported',
      (s) => {
        const landed = reserveAndUpload(s);
        return {
          subject: register(s, landed, {
            body: {
              ...registrationOf(s, landed),
              original_filename: s.sample('unsupported', '/filename'),
            },
          }),
          // This uses another upload, because the refused one may be gone.
          control: publish(s),
        };
      },
      {orElse: {'not-as-reserved': 'NS-WS-08'}},
    ),
    provoke(
      'createPublication',
      'key-outside',
      (s) => {
        const landed = reserveAndUpload(s);
        // Its bytes are there, so that nothing but its place is wrong with the key.
        const foreign = reserveAndUpload(s, 'second-workspace');
        return {
          subject: register(s, landed, {
            body: {...registrationOf(s, landed), key: foreign.at('/key')},
          }),
          control: publish(s),
        };
      },
      {orElse: {'not-as-reserved': 'NS-WS-33'}},
    ),
    provoke(
      'createPublication',
      'allowance-spent',
      (s, g: {landed: ReturnType<typeof reserveAndUpload>}) => ({subject: register(s, g.landed)}),
      {given: noFreePlace},
    ),
    provoke('createPublication', 'body-refused', (s) => ({
      subject: s.call('createPublication', {raw: '{'}),
      control: register(s, reserveAndUpload(s)),
    })),
  ],
  checks: [
    ...links,
    ...linksSideBySide,
    ...registrations,
    ...afterRefusals,
    ...laterBytes,
    ...allowance,
    ...farAboveTheLimit,
    ...otherFiles,
    ...byAnotherKey,
    ...atTurns,
    ...cycleAfterCycle,
    ...countedRaces,
    ...contestedPlaces,
  ],
};
