import {check, checksOf, sharedScene, type Check} from '../../language/check.ts';
import {expectOutcome, notApplicable} from '../../language/judge.ts';
import {expectOutcomes, sendAll} from '../../language/requests.ts';
import {readsNaming, unknownIds} from '../naming.ts';
import {noFreePlace, register, reservationOf, reserve} from '../publishing.ts';
import {keyed, publishWithFile, start} from '../running.ts';

const RULE = 'workspace.access.ability-comes-before-lookup';

/** Requests for what does not exist, with a key that may not read. */
const unknown = sharedScene({
  id: 'workspace: what does not exist, requested without the ability',
  act: (s) => sendAll(s, readsNaming(unknownIds(s)), {as: 'write-only'}),
});

/**
 * A key that lacks the ability is refused before the id is looked up (Authentication 4). A publication of another
 * workspace may be answered either way (NS-WS-38).
 */
export const abilityFirst: Check[] = [
  ...(
    [
      'listPublicationFiles',
      'getCurrentPublicationFile',
      'getPublicationReader',
      'downloadFile',
    ] as const
  ).flatMap((op) =>
    checksOf(unknown, {
      [`${RULE} @ ${op}`]: (seen) => expectOutcome(seen[op], 'forbidden', 'lookup-first'),
    }),
  ),
  check({
    rule: RULE,
    place: 'without any allowance',
    onlyOnTestTargets: true,
    given: noFreePlace,
    act: (s, {landed}) => ({
      reservation: s.call('createUpload', {as: 'read-only', body: reservationOf(s)}),
      registration: register(s, landed, {as: 'read-only'}),
    }),
    judge: (seen) => expectOutcomes(seen, 'forbidden', 'the allowance comes first'),
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
  // Which ability a start needs is open (NS-WS-15).
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
