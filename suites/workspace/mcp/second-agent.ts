/** Agents of two workspaces that call one after the other, and links before they end. */

import {BEFORE_AN_END_MS} from '../../values/ages.ts';
import {check, type Check} from '../../language/check.ts';
import {all, expectNone, expectMember, when} from '../../language/judge.ts';
import {hasSituation} from '../../language/outcome.ts';
import {column} from '../../language/rows.ts';
import {seconds} from '../../language/script.ts';
import {DOWNLOAD_LINK_LIFETIME_MS, expectDownloadLifetime} from '../link-age.ts';
import {
  readAccount,
  register,
  reserveAndUpload,
  whenAllowanceLimited,
  leftIn,
  expectLeft,
} from '../publishing.ts';
import {readCurrent, publishWithFile} from '../running.ts';
import {BY_TOOL, SECOND} from './by-tool.ts';

/** Pages of a walk at most. */
const MAX_PAGES = 3;

/** The tenancy of the agent of a second workspace (Rule 4). */
export const secondAgent: Check[] = [
  check({
    rule: 'workspace.mcp.tool-answers-as-the-operation',
    place: 'getAccount after another agent',
    onlyOnTestTargets: true,
    consecutive: true,
    act: (s) => ({
      first: s.call('getAccount', BY_TOOL),
      second: s.call('getAccount', SECOND),
      api: readAccount(s, 'second-workspace'),
    }),
    judge: ({first, second, api}) =>
      when(
        [first, second].every(hasSituation('account')),
        'an agent does not get its account',
        () => expectMember(second, '/workspace', api.body.workspace, 'of-the-agent-before'),
      ),
  }),
  check({
    rule: 'workspace.mcp.publications-count-in-one-allowance',
    place: 'of a second workspace',
    onlyOnTestTargets: true,
    act: (s) => {
      const [before, others] = [readAccount(s, 'second-workspace'), readAccount(s)];
      const landed = reserveAndUpload(s, 'second-workspace');
      const registration = register(s, landed, {...SECOND, expects: 'registered'});
      const after = readAccount(s, 'second-workspace');
      return {before, others, registration, after, othersAfter: readAccount(s)};
    },
    judge: ({before, others, after, othersAfter}) =>
      whenAllowanceLimited(before, () =>
        all(
          expectLeft(after, leftIn(before) - 1, 'spent-elsewhere'),
          expectLeft(othersAfter, leftIn(others), 'spent-by-another-workspace'),
        ),
      ),
  }),
  check({
    rule: 'workspace.mcp.foreign-is-not-found',
    place: 'listPublications, page after page',
    onlyOnTestTargets: true,
    act: (s) => {
      // What is foreign is older than the first page of the own publications.
      s.control('seed-publications', {role: 'second-workspace', count: 20});
      s.advance(seconds(1));
      s.control('seed-publications', {role: 'full', count: 60});
      return {
        theirs: s.call('listPublications', {as: 'second-workspace', expects: 'page'}),
        pages: s.walk('listPublications', {...BY_TOOL, atMost: MAX_PAGES}),
      };
    },
    judge: ({theirs, pages}) => {
      const foreign = column([theirs], '/id');
      return when(
        foreign.length > 0 && pages.length > 1 && pages.every(hasSituation('page')),
        'the agent does not get two pages, or the other workspace has no publication',
        () =>
          expectNone(
            column(pages, '/id').filter((id) => foreign.includes(id)),
            'publication of another workspace',
            'foreign-on-a-later-page',
            pages.at(-1),
          ),
      );
    },
  }),
  check({
    rule: 'workspace.mcp.download-link-lives-10-minutes',
    place: 'before it ends',
    onlyOnTestTargets: true,
    act: (s) => {
      const file = readCurrent(s, publishWithFile(s)).at('/id');
      const link = s.call('downloadFile', {path: {file}, ...BY_TOOL, expects: 'redirect'});
      s.advance(DOWNLOAD_LINK_LIFETIME_MS - BEFORE_AN_END_MS);
      return {link, used: s.download(link.at('header:location'))};
    },
    judge: ({link, used}) => expectDownloadLifetime(link, used, {alive: 'a-link-for-longer'}),
  }),
];
