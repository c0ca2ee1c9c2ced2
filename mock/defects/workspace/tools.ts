import type {Defect, Seam} from '../../defect.ts';
import {TOOLS} from '../../workspace/tools/catalog.ts';
import type {View} from '../../operation.ts';
import {afterwards, breaking} from '../breaking.ts';

interface Told {
  slug: string;
  metered: boolean;
}

/** The catalogue with other rows. */
const rows = (change: (data: Told[], view: View) => unknown[]): Seam =>
  afterwards(['listTools'], (done, view) => ({
    ...done,
    body: {data: change((done.body as {data: Told[]}).data, view)},
  }));

/** A tool that nobody is to know of, as the others are told. */
function kept(why: 'held-back' | 'off-the-api'): Told & Record<string, unknown> {
  const {slug, name, category, description, metered, replaces} = TOOLS.find(
    (tool) => tool.kept === why,
  )!;
  return {slug, name, category, description, metered, replaces_working_file: replaces};
}

/** Ways in which such a tool shows. */
const shows = (why: 'held-back' | 'off-the-api'): Record<string, Seam> => ({
  'it is the last': rows((data) => [...data, kept(why)]),
  'it stands in the place of another': rows(([_first, ...data]) => [kept(why), ...data]),
  'it is there once there are publications': rows((data, view) =>
    view.count('publications') ? [...data, kept(why)] : data,
  ),
});

export const tools: Defect[] = [
  ...breaking('workspace.tools.slugs-are-unique', {
    'the first stands twice': rows((data) => [...data, data[0]]),
    'the last has the slug of the first': rows((data) =>
      data.map((tool, i) => (i === data.length - 1 ? {...tool, slug: data[0]!.slug} : tool)),
    ),
    'a metered and a free variant have one slug': rows((data) =>
      data.flatMap((tool, i) => (i === 3 ? [tool, {...tool, metered: !tool.metered}] : [tool])),
    ),
  }),
  ...breaking('workspace.tools.held-back-never-appears', shows('held-back')),
  ...breaking('workspace.tools.excluded-never-appears', shows('off-the-api')),
  ...breaking('workspace.tools.new-key-has-tools-ability', {
    'a new key is for the library only': {
      seam: 'credential',
      table: 'keys',
      where: {role: undefined},
      edit: {set: {abilities: ['library:read', 'library:write']}},
    },
    'a new key has no ability': {
      seam: 'credential',
      table: 'keys',
      where: {role: undefined},
      edit: {set: {abilities: []}},
    },
  }),
];
