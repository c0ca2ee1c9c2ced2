/** What agents register is in every figure of the API, and what the API keeps back is kept from agents. */

import {check, type Check, type Setup} from '../../language/check.ts';
import {hidden, when} from '../../language/judge.ts';

import {rowsAt} from '../../language/rows.ts';
import type {Val} from '../../../spec/value.ts';
import {
  readAccount,
  publish,
  publishAndWait,
  register,
  reserve,
  reserveAndUpload,
  whenAllowanceLimited,
  leftIn,
  expectLeft,
} from '../publishing.ts';
import {expectNoStoreUrl} from '../reader/store-urls.ts';
import {readUsage} from '../running.ts';
import {BY_TOOL} from './by-tool.ts';

const pushed: Setup<{publication: Val}> = {
  id: 'workspace: a pushed publication, for the reader tool',
  ways: [
    (s) => {
      const publication = publishAndWait(s).at('/id');
      s.control('push-mirrors', {role: 'full', publication});
      return {publication};
    },
  ],
};

/** One allowance, and the same rows (Rule 4). */
export const agentsAndFigures: Check[] = [
  check({
    rule: 'workspace.mcp.publications-count-in-one-allowance',
    place: 'in the usage',
    onlyOnTestTargets: true,
    act: (s) => {
      const first = readUsage(s);
      publish(s);
      const before = readUsage(s);
      register(s, reserveAndUpload(s), {...BY_TOOL, expects: 'registered'});
      return {first, before, after: readUsage(s), byAccount: readAccount(s)};
    },
    // The usage may show the total allowance, which no registration changes.
    judge: ({first, before, after, byAccount}) =>
      whenAllowanceLimited(byAccount, () =>
        leftIn(before) === leftIn(first)
          ? hidden('NS-WS-04', 'total', 'the usage does not show what is left')
          : expectLeft(after, leftIn(before) - 1, 'not-in-the-usage'),
      ),
  }),
  check({
    rule: 'workspace.reader.no-store-url',
    place: 'through the tool',
    onlyOnTestTargets: true,
    given: pushed,
    act: (s, {publication}) => ({
      reservation: reserve(s),
      rows: s.call('getPublicationReader', {path: {publication}, ...BY_TOOL}),
    }),
    judge: ({reservation, rows}) =>
      when(
        rows.situations.includes('mirrors') && rowsAt([rows], '/mirrors').length > 0,
        'the tool shows no mirrors',
        () => expectNoStoreUrl(rows, reservation.body.upload_url),
      ),
  }),
];
