import type {Exchange} from '../../../spec/exchange.ts';
import type {Role} from '../../../spec/step.ts';
import type {AnyProperty, Handles, Judgement} from '../../language/check.ts';
import {all, expectOutcome, when} from '../../language/judge.ts';
import {propertiesOf} from '../../language/property.ts';
import type {Handle, Script} from '../../language/script.ts';
import {classesOf} from '../../values/values.ts';
import {publish} from '../publishing.ts';
import {readCurrent, publishWithFile, readUntilEnded, start} from '../running.ts';

/** What happens to a publication before it is read with a key that lacks the ability. */
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

const FOREIGN = 'second-workspace';

const [first = '', ...others] = Object.keys(STATES);

type Drawn = {state: string; key: string};

/** Every read with a key that must not read the publication has this outcome. */
const expectAlways =
  (who: string, situation: (op: string) => string) =>
  (seen: Record<string, Exchange>): Judgement => {
    const reads = Object.entries(seen).filter(([name]) => name.startsWith(`${who}: `));
    return when(
      seen.working?.situations.includes('current') === true,
      'nothing was there to read',
      () => all(...reads.map(([name, read]) => expectOutcome(read, situation(read.op), name))),
    );
  };

/**
 * In any state of a publication, a key without the ability to read it is refused, and for a key of
 * another workspace it does not exist (Authentication 3 and 4).
 */
export const abilitiesInStates: AnyProperty[] = propertiesOf<Drawn, Handles>(
  {
    scene: 'workspace: keys in any state of a publication',
    place: 'in any state of a publication',
    maxDrawsOnShared: 0,
    forAll: {state: classesOf(first, ...others), key: classesOf('write-only', 'tools-only')},
    act: (s, {state, key}) => {
      const registration = (STATES[state] ?? publishWithFile)(s);
      const path = {publication: registration.at('/id')};
      const working = readCurrent(s, registration, {until: {other: 404}});
      const reads = (as: Role, who: string): [string, Handle][] => [
        ...READS.map((op): [string, Handle] => [`${who}: ${op}`, s.call(op, {as, path})]),
        [`${who}: downloadFile`, s.call('downloadFile', {as, path: {file: working.at('/id')}})],
      ];
      const as = key as Role;
      return {
        working,
        ...Object.fromEntries([...reads(as, 'unable'), ...reads(FOREIGN, 'foreign')]),
        'unable: listPublications': s.call('listPublications', {as}),
        // A repetition of the refused request is refused, too.
        'unable: getPublication again': s.call('getPublication', {as, path}),
      };
    },
  },
  {
    'workspace.access.ability-is-needed': expectAlways('unable', () => 'forbidden'),
    'workspace.access.foreign-is-not-found': expectAlways('foreign', (op) =>
      op === 'downloadFile' ? 'file-not-found' : 'publication-not-found',
    ),
  },
);
