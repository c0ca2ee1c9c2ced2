import {oneBehind, plain, showing} from '../../families/reads.ts';
import {setting, stale, together, unguarded, unstored} from '../../families/seams.ts';
import {capitals} from '../../families/texts.ts';
import type {Input, View} from '../../../operation.ts';
import type {PublicationRow} from '../../../workspace/publications/rows.ts';
import {receiving} from '../../breaking.ts';
import {defects} from '../../table.ts';
import {
  ACCOUNT,
  FILES,
  ofPublications,
  ofWorkspaces,
  PUBLICATIONS,
  REGISTER,
  RESERVE,
  START,
  USAGE,
} from '../rows.ts';
import {KEY, withKey} from '../runs/altered-runs.ts';
import {spendingTwo} from '../uploads/allowance.ts';
import {atPlaces, atTools, more, otherReason, setTo} from './at-tools.ts';

/** A publication with the credential that registered it. */
type Noted = PublicationRow & {by?: string};

const noted = ofPublications.storing(REGISTER, {}, (_row, {by}) => ({by}) as object);

/** Whether an agent registered a publication, and a key asks. */
const isOfAgentToKey = (id: unknown, view: View, {by}: Input): boolean => {
  const maker = view.find<Noted>('publications', String(id))?.by;
  return maker !== undefined && !view.find('keys', maker) && Boolean(view.find('keys', by ?? ''));
};

/** Lists to keys nothing of publications that agents registered. */
const hiddenFromKeys = (operations: string[], idOf: (row: {id: string}, input: Input) => unknown) =>
  together(
    noted,
    showing<{data: {id: string}[]}>(operations, ({data}, view, input) => ({
      data: data.filter((row) => !isOfAgentToKey(idOf(plain(row), input), view, input)),
    })),
  );

const unspent = unstored(REGISTER, 'workspaces');
const uncounted = unstored(START, 'spent_runs');

/** Defects of the allowance, limits and rows that the API and its tools share (What the service does, 4). */
export const sharing = [
  ...atTools({
    'publications-count-in-one-allowance': {
      'a registration by tool spends nothing': unspent,
      'a registration by tool spends two': spendingTwo,
      'tools show one publication too many': more('getAccount', '/publications_left'),
    },
    ...atPlaces('publications-count-in-one-allowance', {
      'of a second workspace': {'a registration by tool spends nothing': unspent},
    }),
    'publications-count-in-one-allowance @ after every step': {
      'a tool is one read behind': oneBehind(ACCOUNT, 'publications_left'),
    },
    'runs-count-in-one-usage': {
      'runs started by tools are not counted': uncounted,
      'tools show no runs of today': setTo('getAccountUsage', '/daily_runs_used', 0),
    },
    ...atPlaces('runs-count-in-one-usage', {
      'from its start': {'runs started by tools are not counted': uncounted},
    }),
    ...atPlaces('spent-allowance-refuses-both-faces', {
      'spent through the API': {
        'tools still reserve': unguarded('allowance-spent', RESERVE),
        'tools still register': unguarded('allowance-spent', REGISTER),
        'tools give another reason': otherReason('allowance-spent', ...RESERVE, ...REGISTER),
      },
      'at the same moment': {
        'parallel registrations check a stale allowance': stale(REGISTER, 'workspaces'),
        'registration does not check the allowance': unguarded('allowance-spent', REGISTER),
      },
      'spent through a tool': {'a registration by tool spends nothing': unspent},
    }),
    ...atPlaces('spent-ceiling-refuses-both-faces', {
      'reached through the API': {
        'tools still start runs': unguarded('daily-limit', START),
        'tools give another reason': otherReason('daily-limit', ...START),
      },
      'reached through a tool': {'runs started by tools are not counted': uncounted},
    }),
    'tool-limit-refuses-both-faces': {
      'tools start runs above the limit': unguarded('tool-limit', START),
      'runs started by tools are not counted': setting(START, 'spent_runs', {tool: 'another'}),
    },
    'uploads-are-the-same-through-both-faces': {
      'a tool registers an upload without bytes': unguarded('not-landed', REGISTER),
      'a registration by tool stores no publication': unstored(REGISTER, 'publications'),
      'later registrations by tool spend nothing': ofWorkspaces.forgetting(
        REGISTER,
        ({view}) => view.count('publications') > 0,
      ),
    },
    'runs-are-the-same-through-both-faces': {
      'a retry by a tool starts another run': receiving(
        START,
        ({headers: {[KEY]: _key, ...headers}}) => ({headers}),
      ),
      'tools show every run as queued': setTo('readRun', '/state', 'queued'),
      'tools show another working version': setTo('getCurrentPublicationFile', '/id', 'file_other'),
      'runs started by tools are not stored': unstored(START, 'runs'),
    },
    'runs-are-the-same-through-both-faces @ keys that differ in little': {
      'tools compare keys in capitals': withKey(capitals),
    },
  }),
  ...defects({
    'workspace.mcp.tool-answers-as-the-operation @ every read of what a tool registered': {
      'keys see no files of what agents registered': hiddenFromKeys(
        FILES,
        (_row, {path}) => path['publication'],
      ),
    },
    'workspace.mcp.tool-answers-as-the-operation @ every read of what runs of tools made': {
      'keys see no versions of what agents registered': together(
        noted,
        showing<{data: unknown[]}>(FILES, ({data}, view, input) => ({
          data: isOfAgentToKey(input.path['publication'], view, input) ? data.slice(-1) : data,
        })),
      ),
    },
    'workspace.mcp.tool-answers-as-the-operation @ lists of what a tool registered': {
      'keys do not list what agents registered': hiddenFromKeys(PUBLICATIONS, ({id}) => id),
    },
    'workspace.mcp.publications-count-in-one-allowance @ in the usage': {
      'the usage misses what agents registered': together(
        noted,
        showing<{publications_left: number}>(USAGE, ({publications_left: left}, view: View) => {
          const where = ({by}: Noted): boolean => by !== undefined && !view.find('keys', by);
          return {
            publications_left:
              left + view.newest<Noted>('publications', {limit: 1000, where}).length,
          };
        }),
      ),
    },
  }),
];
