import {quantity} from '../../../spec/quantity.ts';
import type {Exchange} from '../../../spec/exchange.ts';
import {check, type Check} from '../../language/check.ts';
import type {Chapter} from '../../language/chapter.ts';
import {expectThat, expectOutcome, expectNone, when} from '../../language/judge.ts';
import {column, repeated} from '../../language/rows.ts';
import {publishAndWait} from '../publishing.ts';
import {start} from '../running.ts';
import {catalogsOfKeys} from './catalogs-of-keys.ts';
import {toText} from '../../../spec/json.ts';

/** The slugs of the tools in the catalogue. */
const slugs = (catalog: Exchange): unknown[] => column([catalog], '/slug');

/**
 * A tool of the samples is not in the catalogue. A run of it is requested first, so that a
 * catalogue is noticed that lists a tool after somebody has used its slug.
 */
const checkNeverListed = (rule: string, tool: string): Check =>
  check({
    rule,
    act: (s) => ({
      started: start(s, publishAndWait(s), tool),
      catalog: s.call('listTools', {expects: 'catalog'}),
    }),
    judge: ({started, catalog}) =>
      when(slugs(catalog).length > 0, 'the catalogue is empty', () =>
        expectThat(!slugs(catalog).includes(started.requestBody.tool), {
          branch: 'in-the-catalogue',
          expected: `the catalogue without ${toText(started.requestBody.tool)}`,
          got: `${toText(started.requestBody.tool)} among ${quantity(slugs(catalog).length, 'tool')}`,
          at: catalog,
        }),
      ),
  });

/** Workspace / tools: the catalogue. */
export const tools: Chapter = {
  chapter: 'workspace/tools',
  visits: [{api: 'workspace', op: 'listTools', args: () => ({})}],
  provocations: [],
  checks: [
    check({
      rule: 'workspace.tools.slugs-are-unique',
      act: (s) => ({catalog: s.call('listTools', {expects: 'catalog'})}),
      judge: ({catalog}) =>
        when(slugs(catalog).length > 1, 'the catalogue has fewer than two tools', () =>
          expectNone(repeated(slugs(catalog)), 'slug of two tools', 'one-slug-two-tools', catalog),
        ),
    }),
    check({
      rule: 'workspace.tools.slugs-are-unique',
      place: 'when the catalogue is read again',
      onlyOnTestTargets: true,
      consecutive: true,
      act: (s) => ({
        first: s.call('listTools', {expects: 'catalog'}),
        again: s.call('listTools', {expects: 'catalog'}),
      }),
      judge: ({again}) =>
        when(slugs(again).length > 1, 'the catalogue has fewer than two tools', () =>
          expectNone(repeated(slugs(again)), 'slug of two tools', 'one-slug-two-tools', again),
        ),
    }),
    checkNeverListed('workspace.tools.held-back-never-appears', 'held_back_tool'),
    checkNeverListed('workspace.tools.excluded-never-appears', 'excluded_tool'),
    ...catalogsOfKeys,
    check({
      rule: 'workspace.tools.new-key-has-tools-ability',
      act: (s) => {
        const minted = s.control('mint-key', {role: 'full'});
        return {catalog: s.call('listTools', {as: minted.at('/key')})};
      },
      judge: ({catalog}) => expectOutcome(catalog, 'catalog', 'cannot-see-the-tools'),
    }),
  ],
};
