import {at} from '../../../spec/json.ts';
import type {Exchange} from '../../../spec/exchange.ts';
import {check, type Check, type Judgement} from '../../language/check.ts';
import {all, expectMember, expectRefused, when} from '../../language/judge.ts';
import {seconds, type Args, type Handle, type Script} from '../../language/script.ts';
import {readAccount} from '../publishing.ts';
import {readCurrent, publishWithFile, readRun, start, readUsage} from '../running.ts';
import {naming} from './workspace-parameters.ts';
import {expectIgnoredOrRefused} from './foreign-rows.ts';

const RULE = 'workspace.access.no-workspace-parameter';

/** What the usage of a workspace counts, and what is left of its allowance. */
const FIGURES = ['/daily_runs_used', '/publications_left'];

/** Figures of the own workspace that others did not move meanwhile, and that are not those of the other. */
const ownFigures = (before: Exchange, after: Exchange, theirs: Exchange): string[] =>
  FIGURES.filter((figure) => {
    const own = at(before.body, figure);
    return own === at(after.body, figure) && own !== at(theirs.body, figure);
  });

/** Parameters of requests for other things than the account and the publications (Rule 2). */
export const namedWorkspace: Check[] = [
  check({
    rule: RULE,
    place: 'getAccountUsage',
    onlyOnTestTargets: true,
    act: (s) => {
      const named = naming(readAccount(s, 'second-workspace'));
      const registration = publishWithFile(s);
      start(s, registration, 'metered_tool', {expects: 'accepted'});
      // The usage may lag a moment behind a start.
      s.advance(seconds(5));
      const before = readUsage(s);
      const theirs = readUsage(s, 'second-workspace');
      return {
        before,
        theirs,
        byQuery: s.call('getAccountUsage', {query: named.query}),
        byHeader: s.call('getAccountUsage', {headers: named.headers}),
        after: readUsage(s),
      };
    },
    judge: ({before, theirs, byQuery, byHeader, after}) => {
      const figures = ownFigures(before, after, theirs);
      const expectOwn = (read: Exchange) => (): Judgement =>
        all(
          ...figures.map((one) =>
            expectMember(read, one, at(before.body, one), 'usage-of-another'),
          ),
        );
      return when(figures.length > 0, 'the usage of both workspaces is the same', () =>
        all(
          expectIgnoredOrRefused(byQuery, 'usage', 'parameter-broke-the-usage', expectOwn(byQuery)),
          expectIgnoredOrRefused(byHeader, 'usage', 'header-broke-the-usage', expectOwn(byHeader)),
        ),
      );
    },
  }),
  check({
    rule: RULE,
    place: 'what a publication has',
    onlyOnTestTargets: true,
    act: (s) => {
      const named = naming(readAccount(s, 'second-workspace'));
      const theirs = publishWithFile(s, 'second-workspace');
      const file = readCurrent(s, theirs, {as: 'second-workspace'}).at('/id');
      const path = {publication: theirs.at('/id')};
      const body = {tool: s.sample('unmetered_tool'), ...named.query};
      return {
        files: s.call('listPublicationFiles', {path, ...named}),
        current: s.call('getCurrentPublicationFile', {path, ...named}),
        reader: s.call('getPublicationReader', {path, ...named}),
        link: s.call('downloadFile', {path: {file}, ...named}),
        run: start(s, theirs, '', {...named, body}),
        ...readForeignRun(s, theirs, named),
      };
    },
    judge: (seen) =>
      all(
        ...Object.values(seen).map((response) =>
          expectRefused(response, `opened-by-${response.op}`),
        ),
      ),
  }),
];

/** Records a read of a run of the second workspace, in the name of the first. */
function readForeignRun(s: Script, theirs: Handle, named: Args): {read?: Handle} {
  // A URL that only a response tells may itself be what gives access.
  if (s.isFollowed('readRun')) return {};
  const args = {as: 'second-workspace', expects: 'accepted'} as const;
  return {read: readRun(s, start(s, theirs, 'unmetered_tool', args), named)};
}
