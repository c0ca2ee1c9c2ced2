import type {Role} from '../../../spec/step.ts';
import {check, type Check} from '../../language/check.ts';
import {expectThat, when} from '../../language/judge.ts';
import {column} from '../../language/rows.ts';
import type {Args} from '../../language/script.ts';
import {BY_TOOL} from '../mcp/by-tool.ts';
import {publishAndWait} from '../publishing.ts';
import {start} from '../running.ts';
import {toText} from '../../../spec/json.ts';

/** What a catalogue may never have, and the sample that is one of these tools. */
const NEVER = {
  'workspace.tools.held-back-never-appears': 'held_back_tool',
  'workspace.tools.excluded-never-appears': 'excluded_tool',
};

const as = (role: Role): Args => ({as: role});

/** Who reads the catalogue besides a key with all abilities. */
const READERS: Record<string, Args> = {
  'a key with fewer abilities': as('tools-only'),
  'another key of the workspace': as('other-key'),
  'a key of another workspace': as('second-workspace'),
  'an agent': BY_TOOL,
};

/** Tools that are held back or excluded appear to nobody, whoever reads the catalogue (Resources). */
export const catalogsOfKeys: Check[] = Object.entries(NEVER).flatMap(([rule, tool]) =>
  Object.entries(READERS).map(([place, reader]) =>
    check({
      rule,
      place,
      onlyOnTestTargets: true,
      act: (s) => ({
        // The request shows the slug of the tool.
        started: start(s, publishAndWait(s), tool),
        catalog: s.call('listTools', {...reader, expects: 'catalog'}),
      }),
      judge: ({started, catalog}) => {
        const slugs = column([catalog], '/slug');
        const slug: unknown = started.requestBody.tool;
        return when(slugs.length > 0, 'the catalogue is empty', () =>
          expectThat(!slugs.includes(slug), {
            branch: 'in-the-catalogue',
            expected: `the catalogue without ${toText(slug)}, for ${place}, too`,
            got: `${toText(slug)} among ${slugs.length} tools`,
            at: catalog,
          }),
        );
      },
    }),
  ),
);
