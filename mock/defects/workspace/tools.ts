import {defined} from '../../../spec/defined.ts';
import type {Seam} from '../../defect.ts';
import type {KeyRow} from '../../workspace/access/rows.ts';
import {TOOLS as CATALOG} from '../../workspace/tools/catalog.ts';
import {renderTool} from '../../workspace/tools/render-tool.ts';
import {listing} from '../families/reads.ts';
import {inEachWorld} from '../families/remembered.ts';
import {defects, overMcp, type Phrases} from '../table.ts';
import {newKeysHave} from './access/keys.ts';
import {TOOLS} from './rows.ts';

type ToolRow = ReturnType<typeof renderTool>;

const catalog = (change: (rows: ToolRow[]) => ToolRow[]): Seam => listing(TOOLS, change);

type Why = 'held-back' | 'off-the-api';

/** A tool that is not public, in the form of the catalogue. */
export const hidden = (why: Why): ToolRow =>
  renderTool(
    defined(
      CATALOG.find(({withheld}) => withheld === why),
      `a tool that is ${why}`,
    ),
  );

/** The catalogue that some keys read has a tool that is not public. */
const listedTo = (why: Why, isMeant: (key: Partial<KeyRow>) => boolean): Seam =>
  listing<ToolRow>(TOOLS, (rows, view, {by}) =>
    isMeant(view.find<KeyRow>('keys', by) ?? {}) ? [...rows, hidden(why)] : rows,
  );

/** Defects by which a tool appears that is not public: to everybody, and to some. */
const appearing = (rule: string, why: Why): Record<string, Phrases> => ({
  [rule]: {
    'the tool is listed last': catalog((rows) => [...rows, hidden(why)]),
    'the tool replaces the first of the list': catalog(([_first, ...rows]) => [
      hidden(why),
      ...rows,
    ]),
    'the tool is listed once there are publications': listing<ToolRow>(TOOLS, (rows, view) =>
      view.count('publications') ? [...rows, hidden(why)] : rows,
    ),
  },
  [`${rule} @ a key with fewer abilities`]: {
    'the tool is listed to keys without other abilities': listedTo(
      why,
      ({abilities}) => abilities?.length === 1,
    ),
  },
  [`${rule} @ another key of the workspace`]: {
    'the tool is listed to other keys': listedTo(why, ({role}) => role === 'other-key'),
  },
  [`${rule} @ a key of another workspace`]: {
    'the tool is listed to the keys of another workspace': listedTo(
      why,
      ({role}) => role === 'second-workspace',
    ),
  },
});

const HELD_BACK = 'workspace.tools.held-back-never-appears';
const EXCLUDED = 'workspace.tools.excluded-never-appears';

/** Defects of the rules of `workspace/tools`. */
export const tools = [
  ...defects({
    'workspace.tools.slugs-are-unique': {
      'the first tool is listed twice': catalog((rows) => [...rows, ...rows.slice(0, 1)]),
      'the last tool has the slug of the first': catalog((rows) =>
        rows.map((row, at) => (rows[at + 1] ? row : {...row, slug: rows[0]?.slug ?? row.slug})),
      ),
      'metered and free variants share a slug': catalog((rows) =>
        rows.flatMap((row, at) => (at === 3 ? [row, {...row, metered: !row.metered}] : [row])),
      ),
    },
    'workspace.tools.slugs-are-unique @ when the catalogue is read again': {
      'every later reading has the tools twice': inEachWorld(TOOLS, () => {
        let reads = 0;
        return catalog((rows) => {
          reads += 1;
          return reads === 1 ? rows : [...rows, ...rows];
        });
      }),
    },
    ...appearing(HELD_BACK, 'held-back'),
    ...appearing(EXCLUDED, 'off-the-api'),
    'workspace.tools.new-key-has-tools-ability': {
      'a new key has library abilities only': newKeysHave('library:read', 'library:write'),
      'a new key has no ability': newKeysHave(),
    },
  }),
  ...overMcp(
    defects({
      [`${HELD_BACK} @ an agent`]: {
        'the tool is listed to agents': listedTo('held-back', () => true),
      },
      [`${EXCLUDED} @ an agent`]: {
        'the tool is listed to agents': listedTo('off-the-api', () => true),
      },
    }),
  ),
];
