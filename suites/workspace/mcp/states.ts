import type {Val} from '../../../spec/value.ts';
import {check, type Check, type Setup} from '../../language/check.ts';
import {judgeEach} from '../../language/judge.ts';
import type {Script} from '../../language/script.ts';
import {publish, publishAndWait} from '../publishing.ts';
import {publishWithFile, readUntilEnded, start} from '../running.ts';
import {versioned} from '../versions.ts';
import {callOnBothInterfaces, expectSameAs, type OnBothInterfaces} from './by-tool.ts';

const RULE = 'workspace.mcp.tool-answers-as-the-operation';

/** The reads that show a state, each with the outcome of its success. */
const READS = {
  getAccount: 'account',
  getAccountUsage: 'usage',
  listPublications: 'page',
  getPublication: 'publication',
  listPublicationFiles: 'files',
  getPublicationReader: 'mirrors',
} as const;
type Read = keyof typeof READS;
const READ_NAMES = Object.keys(READS) as Read[];

/** The reads that name no publication. */
const OF_THE_WORKSPACE: string[] = ['getAccount', 'getAccountUsage', 'listPublications'];

/** Records every read through the API, as a tool, and through the API again. */
const sendEveryRead = (s: Script, publication: Val): OnBothInterfaces<Read> =>
  callOnBothInterfaces(s, READ_NAMES, (op) =>
    OF_THE_WORKSPACE.includes(op) ? {} : {path: {publication}},
  );

/** States of a publication and its workspace that the other checks of tools do not reach. */
const STATES: Record<string, Setup<{publication: Val}>> = {
  'after runs': {
    id: 'workspace: a publication with versions, for agents',
    ways: versioned.ways.map((way) => (s: Script) => ({
      publication: way(s).registration.at('/id'),
    })),
  },
  'after a push': {
    id: 'workspace: a pushed publication, for agents',
    ways: [
      (s) => {
        const publication = publishAndWait(s).at('/id');
        s.control('push-mirrors', {role: 'full', publication});
        return {publication};
      },
    ],
  },
  'after other registrations': {
    id: 'workspace: a publication and another, for agents',
    ways: [
      (s) => {
        const publication = publishAndWait(s).at('/id');
        publish(s);
        return {publication};
      },
    ],
  },
  'after a failed run': {
    id: 'workspace: a publication with a failed run, for agents',
    ways: [
      (s) => {
        s.control('end-runs', {role: 'full', as: ['failed']});
        const registration = publishWithFile(s);
        readUntilEnded(s, start(s, registration, 'replacing_tool', {expects: 'accepted'}));
        return {publication: registration.at('/id')};
      },
    ],
  },
  'without plan and reader': {
    id: 'workspace: a workspace without plan and reader, for agents',
    ways: [
      (s) => {
        const publication = publishAndWait(s).at('/id');
        s.control('unresolve-plan', {role: 'full', unresolved: true});
        s.control('configure-reader', {role: 'full', configured: false});
        return {publication};
      },
    ],
  },
};

/** In every state a tool has the same result as its operation (Rule 4). */
export const resultsInStates: Check[] = Object.entries(STATES).map(([place, given]) =>
  check({
    rule: RULE,
    place: `every read ${place}`,
    given,
    onlyOnTestTargets: true,
    act: (s, {publication}) => sendEveryRead(s, publication),
    judge: (seen) =>
      judgeEach(READ_NAMES, (op) =>
        expectSameAs(seen[`${op} tool`], seen[`${op} before`], seen[`${op} after`], READS[op]),
      ),
  }),
);
