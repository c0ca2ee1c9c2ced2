import type {Val} from '../../../spec/value.ts';
import {check, type Check} from '../../language/check.ts';
import {all, expectOutcome, judgeEach} from '../../language/judge.ts';
import {seconds, type Script} from '../../language/script.ts';
import {READS_OF_PUBLICATION} from '../naming.ts';
import {publications, walk} from '../publications/walks.ts';
import {listUntilShown, publish, publishAndWait} from '../publishing.ts';
import {publishWithFile, readUntilEnded, start} from '../running.ts';
import {versioned} from '../versions.ts';
import {callOnBothInterfaces, expectSameAs} from './by-tool.ts';
import {argsOf, READS} from './results.ts';

const RULE = 'workspace.mcp.tool-answers-as-the-operation';

/** The reads that show a state; the other ones are the same in all of them. */
const READ_NAMES = [
  'getAccount',
  'getAccountUsage',
  'listPublications',
  'getPublication',
  'listPublicationFiles',
  'getPublicationReader',
] as const;

/** Ways to a publication in a state that the other checks of tools do not reach, and its id. */
const STATES: Record<string, ((s: Script) => Val)[]> = {
  'after runs': versioned.ways.map((way) => (s) => way(s).registration.at('/id')),
  'after a push': [
    (s) => {
      const publication = publishAndWait(s).at('/id');
      s.control('push-mirrors', {role: 'full', publication});
      return publication;
    },
  ],
  'after other registrations': [
    (s) => {
      const publication = publishAndWait(s).at('/id');
      publish(s);
      return publication;
    },
  ],
  'after a failed run': [
    (s) => {
      s.control('end-runs', {role: 'full', as: ['failed']});
      const registration = publishWithFile(s);
      readUntilEnded(s, start(s, registration, 'replacing_tool', {expects: 'accepted'}));
      return registration.at('/id');
    },
  ],
  'without plan and reader': [
    (s) => {
      const publication = publishAndWait(s).at('/id');
      s.control('unresolve-plan', {role: 'full', unresolved: true});
      s.control('configure-reader', {role: 'full', configured: false});
      return publication;
    },
  ],
};

const isOfPublication = (op: string): boolean =>
  (READS_OF_PUBLICATION as readonly string[]).includes(op);

/** In every state a tool has the same result as its operation (Rule 4). */
export const resultsInStates: Check[] = Object.entries(STATES).map(([place, ways]) =>
  check({
    rule: RULE,
    place: `every read ${place}`,
    given: {
      id: `workspace: a publication ${place}, for agents`,
      ways: ways.map((way) => (s: Script) => ({publication: way(s)})),
    },
    onlyOnTestTargets: true,
    act: (s, {publication}) => callOnBothInterfaces(s, READ_NAMES, argsOf(publication)),
    judge: (seen) =>
      judgeEach(READ_NAMES, (op) =>
        expectSameAs(seen[`${op} tool`], seen[`${op} before`], seen[`${op} after`], READS[op]),
      ),
  }),
);

/** What an agent makes, and the id of its publication. */
const MADE_BY_TOOLS: Record<string, (tools: Script) => Val> = {
  'what a tool registered': (tools) => publishWithFile(tools).at('/id'),
  'what runs of tools made': (tools) => {
    const registration = publishWithFile(tools);
    const run = start(tools, registration, 'replacing_tool', {expects: 'accepted'});
    readUntilEnded(tools, run);
    return registration.at('/id');
  },
};

/** The reads that have an answer for each publication with a file. */
const SHOWING = [
  'getAccount',
  'getAccountUsage',
  'listPublications',
  'getPublication',
  'listPublicationFiles',
  'getCurrentPublicationFile',
] as const;

/** The API shows what an agent made as its tools do, though no key took part (Rule 4). */
export const madeByTools: Check[] = [
  ...Object.entries(MADE_BY_TOOLS).map(([what, make]) =>
    check({
      rule: RULE,
      place: `every read of ${what}`,
      given: {
        id: `workspace: ${what}`,
        ways: [(s) => ({publication: make(s.throughTools())})],
      },
      onlyOnTestTargets: true,
      act: (s, {publication}) =>
        callOnBothInterfaces(s, SHOWING, (op) => ({
          ...argsOf(publication)(op),
          ...(isOfPublication(op) && {until: {other: 404}}),
        })),
      judge: (seen) =>
        judgeEach(SHOWING, (op) =>
          all(expectOutcome(seen[`${op} after`], READS[op], 'not-through-the-api'), () =>
            expectSameAs(seen[`${op} tool`], seen[`${op} before`], seen[`${op} after`], READS[op]),
          ),
        ),
    }),
  ),
  check({
    rule: RULE,
    place: 'lists of what a tool registered',
    onlyOnTestTargets: true,
    act: (s) => {
      const registration = publish(s.throughTools());
      const first = listUntilShown(s, registration);
      s.advance(seconds(1));
      s.control('seed-publications', {role: 'full', count: 60});
      return {registration, first, pages: walk(s)};
    },
    judge: ({registration, first, pages}) =>
      all(
        publications.expectListed(first, registration, 'not-on-the-first-page'),
        publications.expectListed(pages, registration, 'not-on-a-later-page'),
      ),
  }),
];
