/** What another workspace has is as what nobody has, in whatever state and for whatever request. */

import type {Val} from '../../../spec/value.ts';
import {check, type Check} from '../../language/check.ts';
import {all} from '../../language/judge.ts';
import type {Handle, Script} from '../../language/script.ts';
import {reserve} from '../publishing.ts';
import {publishWithFile} from '../running.ts';
import {expectAlike} from './indistinguishable.ts';
import {whenObeyed} from '../../language/blocked-by.ts';
import {expectNotFound} from './foreign-tells-nothing.ts';

const RULE = 'workspace.access.foreign-tells-nothing';

type Body = Record<string, Val>;

/** Bodies of a start that no deployment accepts. */
const STARTS = {
  'no tool': (_s: Script): Body => ({}),
  'no text for a tool': (_s: Script): Body => ({tool: 7}),
  'an unknown tool': (s: Script): Body => ({tool: s.sample('unknown_tool')}),
};
type Start = keyof typeof STARTS;
const START_NAMES = Object.keys(STARTS) as Start[];

/** Reads of a publication that may not have a file yet. */
const READS = ['getPublication', 'listPublicationFiles', 'getCurrentPublicationFile'] as const;

/** Which id a request names. */
type Which = 'foreign' | 'unknown';
type Pairs<N extends string> = Record<`${N} ${Which}`, Handle>;

/** Requests to what is foreign and to what is unknown, one after the other. */
const inPairs = <N extends string>(
  names: readonly N[],
  call: (name: N, which: Which) => Handle,
): Pairs<N> =>
  Object.fromEntries(
    names.flatMap((name) => [
      [`${name} foreign`, call(name, 'foreign')],
      [`${name} unknown`, call(name, 'unknown')],
    ]),
  ) as Pairs<N>;

/** Requests for what is foreign in a state that its owner could see. */
export const foreignInStates: Check[] = [
  check({
    rule: RULE,
    place: 'startRun with an invalid body',
    onlyOnTestTargets: true,
    act: (s) => {
      const ids = {
        foreign: publishWithFile(s).at('/id'),
        unknown: reserve(s).at('/publication_id'),
      };
      return inPairs(START_NAMES, (name, which) =>
        s.call('startRun', {
          as: 'second-workspace',
          path: {publication: ids[which]},
          body: STARTS[name](s),
        }),
      );
    },
    // Whether the body or the publication is judged first is open; it is the same for both.
    judge: (seen) =>
      all(
        ...START_NAMES.map((name) => expectAlike(seen[`${name} foreign`], seen[`${name} unknown`])),
      ),
  }),
  check({
    rule: RULE,
    place: 'a publication without a file',
    onlyOnTestTargets: true,
    act: (s) => {
      const empty = s.control('seed-empty-publication', {role: 'full'});
      const ids = {
        foreign: empty.at('/publications/0'),
        unknown: reserve(s).at('/publication_id'),
      };
      return inPairs(READS, (op, which) =>
        s.call(op, {as: 'second-workspace', path: {publication: ids[which]}}),
      );
    },
    judge: (seen) =>
      whenObeyed(
        'workspace.access.foreign-is-not-found',
        all(...READS.map((op) => expectNotFound(seen[`${op} foreign`]))),
        () => all(...READS.map((op) => expectAlike(seen[`${op} foreign`], seen[`${op} unknown`]))),
      ),
  }),
];
