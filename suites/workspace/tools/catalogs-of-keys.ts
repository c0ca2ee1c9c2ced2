import type {Role} from '../../../spec/step.ts';
import {check, type Check} from '../../language/check.ts';
import {when} from '../../language/judge.ts';
import type {Args} from '../../language/script.ts';
import {BY_TOOL} from '../mcp/by-tool.ts';
import {publishAndWait} from '../publishing.ts';
import {catalogue, start} from '../running.ts';

/** What a catalogue may never have, and the sample that is one of these tools. */
const NEVER = {
  'workspace.tools.held-back-never-appears': 'held_back_tool',
  'workspace.tools.excluded-never-appears': 'excluded_tool',
};

const as = (role: Role): Args => ({as: role});

/** Who reads the catalogue: a key with all abilities (`*`), and others. */
const READERS: Record<string, Args> = {
  '*': {},
  'a key with fewer abilities': as('tools-only'),
  'another key of the workspace': as('other-key'),
  'a key of another workspace': as('second-workspace'),
  'an agent': BY_TOOL,
};

/**
 * Tools that are held back or excluded appear to nobody, whoever reads the catalogue (Resources). A run of each is
 * requested first, so that a catalogue is noticed that lists a tool after somebody has used its slug.
 */
export const catalogsOfKeys: Check[] = Object.entries(NEVER).flatMap(([rule, tool]) =>
  Object.entries(READERS).map(([place, reader]) =>
    check({
      rule,
      ...(place !== '*' && {place, onlyOnTestTargets: true as const}),
      act: (s) => ({
        // The request shows the slug of the tool.
        started: start(s, publishAndWait(s), tool),
        catalog: s.call('listTools', {...reader, expects: 'catalog'}),
      }),
      judge: ({started, catalog}) =>
        when(catalogue.ids(catalog).length > 0, 'the catalogue is empty', () =>
          catalogue.expectNotListed(catalog, started, 'in-the-catalogue'),
        ),
    }),
  ),
);
