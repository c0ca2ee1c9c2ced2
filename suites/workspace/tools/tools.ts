import type {Exchange} from '../../../spec/step.ts';
import {check, type Chapter, type Check} from '../../check.ts';
import {equal, holds, is, when} from '../../judge.ts';
import {column, repeated} from '../../rows.ts';
import {shown} from '../publishing.ts';
import {start} from '../running.ts';

const slugs = (catalog: Exchange): unknown[] => column([catalog], '/slug');

/**
 * The tool is asked for first: that shows its slug, whatever is answered, and a catalogue that
 * tells a tool only once somebody knows of it.
 */
const neverAppears = (rule: string, tool: string): Check =>
  check({
    rule,
    act: (s) => ({
      asked: start(s, shown(s), tool),
      catalog: s.call('listTools', {expects: 'catalog'}),
    }),
    judge: ({asked, catalog}) =>
      when(slugs(catalog).length > 0, 'the catalogue is empty', () =>
        holds(!slugs(catalog).includes(asked.requestBody.tool), {
          branch: 'in-the-catalogue',
          expected: `not ${asked.requestBody.tool}`,
          got: `it, among ${slugs(catalog).length} tools`,
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
        when(slugs(catalog).length > 1, 'less than two tools', () =>
          equal(repeated(slugs(catalog)), [], 'one-slug-two-tools', catalog),
        ),
    }),
    neverAppears('workspace.tools.held-back-never-appears', 'held_back_tool'),
    neverAppears('workspace.tools.excluded-never-appears', 'excluded_tool'),
    check({
      rule: 'workspace.tools.new-key-has-tools-ability',
      act: (s) => {
        const minted = s.control('mint-key', {role: 'full'});
        return {catalog: s.call('listTools', {as: minted.at('/key')})};
      },
      judge: ({catalog}) => is(catalog, 'catalog', 'cannot-see-the-tools'),
    }),
  ],
};
