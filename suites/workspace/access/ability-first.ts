import {check, checksAt, sharedScene, type Check} from '../../language/check.ts';
import {all, expectOutcome, notApplicable} from '../../language/judge.ts';
import type {Handle} from '../../language/script.ts';
import {noFreePlace, register, reservationOf, reserve} from '../publishing.ts';
import {keyed, publishWithFile, start} from '../running.ts';

const RULE = 'workspace.access.ability-comes-before-lookup';

/** Reads of a publication besides the one that every deployment is asked for (`keys.ts`). */
const READS = [
  'listPublicationFiles',
  'getCurrentPublicationFile',
  'getPublicationReader',
] as const;

/** Reads of an unknown publication, with a key that may not read. */
const unknownPublication = sharedScene({
  id: 'workspace: an unknown publication, requested without the ability',
  api: 'workspace',
  act: (s) => {
    const path = {publication: reserve(s).at('/publication_id')};
    const reads = READS.map((op) => [op, s.call(op, {as: 'write-only', path})]);
    return Object.fromEntries(reads) as Record<(typeof READS)[number], Handle>;
  },
});

/**
 * A key that lacks the ability is refused before the id is looked up (Authentication 4). A publication of another workspace may be answered either way (NS-WS-38).
 */
export const abilityFirst: Check[] = [
  ...READS.flatMap((op) =>
    checksAt(unknownPublication, RULE, {
      [op]: (seen) => expectOutcome(seen[op], 'forbidden', 'lookup-first'),
    }),
  ),
  check({
    rule: RULE,
    place: 'downloadFile',
    act: (s) => ({
      unknown: s.call('downloadFile', {as: 'write-only', path: {file: s.sample('unknown_file')}}),
    }),
    judge: ({unknown}) => expectOutcome(unknown, 'forbidden', 'lookup-first'),
  }),
  check({
    rule: RULE,
    place: 'without any allowance',
    onlyOnTestTargets: true,
    given: noFreePlace,
    act: (s, {landed}) => ({
      reservation: s.call('createUpload', {as: 'read-only', body: reservationOf(s)}),
      registration: register(s, landed, {as: 'read-only'}),
    }),
    judge: ({reservation, registration}) =>
      all(
        expectOutcome(reservation, 'forbidden', 'allowance-first'),
        expectOutcome(registration, 'forbidden', 'allowance-of-a-registration-first'),
      ),
  }),
  check({
    rule: RULE,
    place: 'a retry of a run',
    act: (s) => {
      const registration = publishWithFile(s);
      const key = keyed(s);
      start(s, registration, 'unmetered_tool', {expects: 'accepted', ...key});
      return {
        fresh: start(s, registration, 'unmetered_tool', {as: 'read-only', ...keyed(s)}),
        retry: start(s, registration, 'unmetered_tool', {as: 'read-only', ...key}),
      };
    },
    // Which ability a start needs is open (NS-WS-15).
    judge: ({fresh, retry}) =>
      fresh.situations.includes('forbidden')
        ? expectOutcome(retry, 'forbidden', 'replayed-without-the-ability')
        : notApplicable('a key that may only read starts runs (NS-WS-15)'),
  }),
  check({
    rule: RULE,
    place: 'startRun',
    onlyOnTestTargets: true,
    act: (s) => {
      const path = {publication: reserve(s).at('/publication_id')};
      const body = {tool: s.sample('unmetered_tool')};
      return {
        own: start(s, publishWithFile(s), 'unmetered_tool', {as: 'read-only'}),
        unknown: s.call('startRun', {as: 'read-only', path, body}),
      };
    },
    judge: ({own, unknown}) =>
      own.situations.includes('forbidden')
        ? expectOutcome(unknown, 'forbidden', 'lookup-first')
        : notApplicable('a key that may only read starts runs (NS-WS-15)'),
  }),
];
