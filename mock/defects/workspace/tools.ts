import {defined} from '../../../spec/defined.ts';
import type {Defect, Seam} from '../../defect.ts';
import type {View} from '../../operation.ts';
import type {KeyRow} from '../../workspace/access/rows.ts';
import {TOOLS} from '../../workspace/tools/catalog.ts';
import {renderTool} from '../../workspace/tools/render-tool.ts';
import {afterwards, atPlace, breaking} from '../breaking.ts';
import {newKeysHave} from './new-keys.ts';

type ToolRow = ReturnType<typeof renderTool>;

/** Changes rows of the catalogue. */
const listing = (change: (rows: ToolRow[], view: View) => ToolRow[]): Seam =>
  afterwards(['listTools'], (done, view) => ({
    ...done,
    body: {data: change((done.body as {data: ToolRow[]}).data, view)},
  }));

/** Position of a tool in the middle of the catalogue. */
const MIDDLE = 3;

/** Lists a tool in the catalogue that is not public, for each reason not to be public. */
function listed(why: 'held-back' | 'off-the-api'): Record<string, Seam> {
  const tool = defined(
    TOOLS.find(({withheld}) => withheld === why),
    `a tool that is ${why}`,
  );
  const hidden = renderTool(tool);
  return {
    'the tool is listed last': listing((rows) => [...rows, hidden]),
    'the tool replaces the first of the list': listing(([_first, ...rows]) => [hidden, ...rows]),
    'the tool is listed once there are publications': listing((rows, view) =>
      view.count('publications') ? [...rows, hidden] : rows,
    ),
  };
}

/** The catalogue that one of these keys reads has a tool that is not public. */
const listedTo = (
  why: 'held-back' | 'off-the-api',
  isMeant: (key: KeyRow | undefined) => boolean,
): Seam =>
  afterwards(['listTools'], (done, view, {by}) => {
    const key = view.find<KeyRow>('keys', by);
    const tool = TOOLS.find(({withheld}) => withheld === why);
    const {data} = done.body as {data: ToolRow[]};
    return tool && isMeant(key) ? {...done, body: {data: [...data, renderTool(tool)]}} : done;
  });

/** Readers to whom a tool is shown that is not public, by place. */
const readersShown = (rule: string, why: 'held-back' | 'off-the-api'): Defect[] => {
  const always = listedTo(why, () => true);
  return [
    ...atPlace(
      'a key with fewer abilities',
      breaking(rule, {
        'the tool is listed to keys without other abilities': listedTo(
          why,
          (key) => key?.abilities.length === 1,
        ),
      }),
    ),
    ...atPlace(
      'another key of the workspace',
      breaking(rule, {
        'the tool is listed to other keys': listedTo(why, (key) => key?.role === 'other-key'),
      }),
    ),
    ...atPlace(
      'a key of another workspace',
      breaking(rule, {
        'the tool is listed to the keys of another workspace': listedTo(
          why,
          (key) => key?.role === 'second-workspace',
        ),
      }),
    ),
    ...atPlace('an agent', breaking(rule, {'the tool is listed to agents': always})).map(
      (defect) => ({...defect, interface: 'mcp' as const}),
    ),
  ];
};

const firstAndLastShareASlug = listing((rows) => {
  const [first] = rows;
  const last = rows.at(-1);
  return first && last ? [...rows.slice(0, -1), {...last, slug: first.slug}] : rows;
});

/** Defects of the rules of `workspace/tools`. */
export const tools: Defect[] = [
  ...breaking('workspace.tools.slugs-are-unique', {
    'the first tool is listed twice': listing((rows) => [...rows, ...rows.slice(0, 1)]),
    'the last tool has the slug of the first': firstAndLastShareASlug,
    'metered and free variants share a slug': listing((rows) =>
      rows.flatMap((tool, at) =>
        at === MIDDLE ? [tool, {...tool, metered: !tool.metered}] : [tool],
      ),
    ),
  }),
  ...breaking('workspace.tools.held-back-never-appears', listed('held-back')),
  ...breaking('workspace.tools.excluded-never-appears', listed('off-the-api')),
  ...readersShown('workspace.tools.held-back-never-appears', 'held-back'),
  ...readersShown('workspace.tools.excluded-never-appears', 'off-the-api'),
  ...breaking('workspace.tools.new-key-has-tools-ability', {
    'a new key has library abilities only': newKeysHave(['library:read', 'library:write']),
    'a new key has no ability': newKeysHave([]),
  }),
];
