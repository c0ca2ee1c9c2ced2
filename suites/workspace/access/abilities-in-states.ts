import {defined} from '../../../spec/defined.ts';
import type {Exchange} from '../../../spec/exchange.ts';
import {isSameJson} from '../../../spec/json.ts';
import {isSuccessOrRedirect} from '../../../spec/status.ts';
import type {Role} from '../../../spec/step.ts';
import type {Val} from '../../../spec/value.ts';
import type {AnyProperty, Handles, Judgement} from '../../language/check.ts';
import {
  all,
  brief,
  expectOutcome,
  expectThat,
  judgeEach,
  summaryOf,
  when,
} from '../../language/judge.ts';
import {propertiesOf} from '../../language/property.ts';
import {groupIn, inGroups} from '../../language/groups.ts';
import {sendAll, type Requests} from '../../language/requests.ts';
import type {Handle, Script} from '../../language/script.ts';
import {classesOf} from '../../values/values.ts';
import {covers, inComparableOrder} from '../mcp/by-tool.ts';
import {READS_OF_PUBLICATION, readsNaming, readsOf} from '../naming.ts';
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

const FOREIGN = 'second-workspace';

const [first = '', ...others] = Object.keys(STATES);

type Drawn = {state: string; key: string};

/** Every read with a key that must not read the publication has this outcome. */
const expectAlways =
  (who: string, situation: (op: string) => string) =>
  (seen: Record<string, Exchange>): Judgement =>
    when(seen.working?.situations.includes('current') === true, 'nothing was there to read', () =>
      judgeEach(Object.entries(groupIn(seen, who)), ([name, read]) =>
        expectOutcome(read, situation(read.op), `${who}: ${name}`),
      ),
    );

/**
 * In any state of a publication, a key without the ability to read it is refused, and for a key of
 * another workspace it does not exist (Authentication 3 and 4).
 */
const unable: AnyProperty[] = propertiesOf<Drawn, Handles>(
  {
    scene: 'workspace: keys in any state of a publication',
    place: 'in any state of a publication',
    maxDrawsOnShared: 0,
    forAll: {state: classesOf(first, ...others), key: classesOf('write-only', 'tools-only')},
    act: (s, {state, key}) => {
      const registration = (STATES[state] ?? publishWithFile)(s);
      const path = {publication: registration.at('/id')};
      const working = readCurrent(s, registration, {until: {other: 404}});
      const reads = readsNaming({...path, file: working.at('/id')});
      const as = key as Role;
      return {
        working,
        ...inGroups({
          unable: sendAll(s, {...reads, listPublications: ['listPublications']}, {as}),
          foreign: sendAll(s, reads, {as: FOREIGN}),
        }),
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

/** The keys that have one ability and may read something with it. */
const ABLE = ['read-only', 'tools-only'] as const;

/** The reads that each key may make. */
const readsBy = (publication: Val): Record<(typeof ABLE)[number], Requests> => ({
  'read-only': {
    getAccount: ['getAccount'],
    getAccountUsage: ['getAccountUsage'],
    listPublications: ['listPublications'],
    ...readsOf(publication, READS_OF_PUBLICATION),
  },
  'tools-only': {listTools: ['listTools']},
});

/** Whether a read with the full key shows the same before another key asks and afterwards: else it decides nothing. */
const isSteady = (before: Exchange, after: Exchange): boolean =>
  isSuccessOrRedirect(before.status) && isSameJson(before.body, after.body);

/** What two keys are shown, each of which asked once. */
const expectSameShown = (read: Exchange, before: Exchange): Judgement =>
  all(
    expectThat(isSuccessOrRedirect(read.status), {
      branch: `${read.op}: refused`,
      expected: 'a success, as with a key that may do everything',
      got: summaryOf(read),
      at: read,
    }),
    () =>
      expectThat(covers(inComparableOrder(read), inComparableOrder(before), true), {
        branch: `${read.op}: another result`,
        expected: `what a key that may do everything is shown: ${brief(before.members)}`,
        got: brief(read.members),
        at: read,
      }),
  );

/** A key with the ability for a read alone is shown what a key with all abilities is shown (Authentication 4). */
const able: AnyProperty[] = propertiesOf<{state: string}, Handles>(
  {
    scene: 'workspace: keys that may read, in any state of a publication',
    place: 'in any state of a publication',
    maxDrawsOnShared: 0,
    forAll: {state: classesOf(first, ...others)},
    act: (s, {state}) => {
      const registration = (STATES[state] ?? publishWithFile)(s);
      readCurrent(s, registration, {until: {other: 404}});
      const reads = Object.entries(readsBy(registration.at('/id')));
      return inGroups(
        Object.fromEntries(
          reads.flatMap(([key, requests]) => [
            [`${key} before`, sendAll(s, requests)],
            [`${key} read`, sendAll(s, requests, {as: key as Role})],
            [`${key} after`, sendAll(s, requests)],
          ]),
        ),
      );
    },
  },
  {
    'workspace.access.ability-alone-suffices': (seen) =>
      judgeEach(ABLE, (key) => {
        const [before, after] = [groupIn(seen, `${key} before`), groupIn(seen, `${key} after`)];
        const beforeOf = (name: string): Exchange => defined(before[name], name);
        const steady = Object.entries(groupIn(seen, `${key} read`)).filter(([name]) =>
          isSteady(beforeOf(name), defined(after[name], name)),
        );
        return judgeEach(steady, ([name, read]) => expectSameShown(read, beforeOf(name)));
      }),
  },
);

/** What keys with some of the abilities are shown and refused, in any state of a publication. */
export const abilitiesInStates: AnyProperty[] = [...unable, ...able];
