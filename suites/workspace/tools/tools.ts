import type {Exchange} from '../../../spec/exchange.ts';
import {check, type Judgement} from '../../language/check.ts';
import type {Chapter} from '../../language/chapter.ts';
import {catalogsOfKeys} from './catalogs-of-keys.ts';
import {catalogue} from '../running.ts';
import {expectOutcome, when} from '../../language/judge.ts';

/** No slug is that of two tools. */
const expectUnique = (catalog: Exchange): Judgement =>
  when(catalogue.ids(catalog).length > 1, 'the catalogue has fewer than two tools', () =>
    catalogue.expectNoneTwice(catalog, 'one-slug-two-tools'),
  );

/** Workspace / tools: the catalogue. */
export const tools: Chapter = {
  chapter: 'workspace/tools',
  visits: [{api: 'workspace', op: 'listTools', args: () => ({})}],
  provocations: [],
  checks: [
    check({
      rule: 'workspace.tools.slugs-are-unique',
      act: (s) => ({catalog: s.call('listTools', {expects: 'catalog'})}),
      judge: ({catalog}) => expectUnique(catalog),
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
      judge: ({again}) => expectUnique(again),
    }),
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
