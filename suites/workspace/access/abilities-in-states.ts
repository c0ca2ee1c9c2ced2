import type {Exchange, Role} from '../../../spec/step.ts';
import type {AnyProperty, Handles} from '../../check.ts';
import {all, is, when} from '../../judge.ts';
import {property} from '../../property.ts';
import type {Handle, Script} from '../../script.ts';
import {classesOf} from '../../values/values.ts';
import {publish} from '../publishing.ts';
import {current, publishWithFile, readUntilEnded, start} from '../running.ts';

/** What a publication has been through before a key reads it that lacks the ability. */
const STATES: Record<string, (s: Script) => Handle> = {
  'registered by another key': (s) => publishWithFile(s),
  'registered by a key that may only write': (s) => publish(s, 'write-only'),
  'a run under way': (s) => {
    const registration = publishWithFile(s);
    start(s, registration, 'replacing_tool', {expects: 'accepted'});
    return registration;
  },
  'a run that ended': (s) => {
    const registration = publishWithFile(s);
    readUntilEnded(s, start(s, registration, 'replacing_tool', {expects: 'accepted'}));
    return registration;
  },
  pushed: (s) => {
    const registration = publishWithFile(s);
    s.control('push-mirrors', {role: 'full', publication: registration.at('/id')});
    return registration;
  },
};

const READS = [
  'getPublication',
  'listPublicationFiles',
  'getCurrentPublicationFile',
  'getPublicationReader',
] as const;

const [first = '', ...others] = Object.keys(STATES);

/** A key without the ability to read reads nothing, whatever there is to read (Authentication 4). */
export const abilitiesInStates: AnyProperty[] = [
  property({
    rule: 'workspace.access.ability-is-needed',
    place: 'in any state of a publication',
    onShared: 0,
    forAll: {state: classesOf(first, ...others), key: classesOf('write-only', 'tools-only')},
    act: (s, {state, key}): Handles => {
      const registration = (STATES[state] ?? publishWithFile)(s);
      const path = {publication: registration.at('/id')};
      const working = current(s, registration, {until: {other: 404}});
      const as = key as Role;
      return {
        working,
        ...Object.fromEntries(READS.map((op) => [op, s.call(op, {as, path})])),
        downloadFile: s.call('downloadFile', {as, path: {file: working.at('/id')}}),
        listPublications: s.call('listPublications', {as}),
        // What was refused once is refused again.
        again: s.call('getPublication', {as, path}),
      };
    },
    judge: ({working, ...reads}) =>
      when((working as Exchange).situations.includes('current'), 'nothing was there to read', () =>
        all(
          ...Object.entries(reads as Record<string, Exchange>).map(([name, read]) =>
            is(read, 'forbidden', `${name} without the ability`),
          ),
        ),
      ),
  }),
];
