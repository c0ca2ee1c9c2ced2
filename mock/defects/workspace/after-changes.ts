import {runsWhere} from './rows.ts';
import type {Defect, Seam} from '../../defect.ts';
import {derivedKey} from '../../objects/derived.ts';
import {isRefused, Link, refuse, type View} from '../../operation.ts';
import type {KeyRow, WorkspaceRow} from '../../workspace/access/rows.ts';
import type {FileRow, PublicationRow} from '../../workspace/publications/rows.ts';
import {hasEnded} from '../../workspace/runs/moves.ts';
import {toolOf} from '../../workspace/tools/catalog.ts';
import type {Row} from '../../world/change.ts';
import {afterwards, around, atPlace, breaking, finding, viewWith} from '../breaking.ts';
import {counting} from './runs/altered-runs.ts';

const WHY = {expected: 'none', got: 'none', todo: 'none'};

/** A plan that was null once is null in every later response. */
const stickingNull: Seam = around(['getAccount'], (next) => {
  const seen = new Set<string>();
  return (view, input) => {
    const done = next(view, input);
    if (isRefused(done)) return done;
    const body = done.body as {plan: unknown};
    if (body.plan === null) seen.add(view.tenant);
    return seen.has(view.tenant) ? {...done, body: {...body, plan: null}} : done;
  };
});

/** Reservations are judged by the first allowance that the workspace had when one was made. */
const firstAllowance: Seam = around(['createUpload'], (next) => {
  const first = new Map<string, WorkspaceRow['allowance']>();
  return (view, input) => {
    const earlier = viewWith(view, {
      find: <R extends Row>(table: string, key: string) => {
        const row = view.find<R>(table, key);
        if (!row || table !== 'workspaces') return row;
        const {allowance} = row as unknown as WorkspaceRow;
        if (!first.has(key)) first.set(key, allowance);
        return {...row, allowance: first.get(key)};
      },
    });
    return next(earlier, input);
  };
});

/** The publication of another workspace that a request names. */
const foreignIn = (view: View, publication: string | undefined): PublicationRow | undefined => {
  const row = view.anywhere<PublicationRow>('publications', publication ?? '');
  return row?.tenant === view.tenant ? undefined : row;
};

/** A start on a foreign publication is refused for its tool before it is refused for the publication. */
const toolFirst: Seam = around(['startRun'], (next) => (view, input) => {
  const {tool} = input.body as {tool: string};
  const isTold = foreignIn(view, input.path['publication']) && !toolOf(tool);
  return isTold ? refuse('tool-refused', WHY) : next(view, input);
});

/** The working version of a foreign publication without a file is said to be missing. */
const missingFileTold: Seam = around(
  ['getCurrentPublicationFile'],
  (next) => (view, input) =>
    foreignIn(view, input.path['publication'])?.workingFile === null
      ? refuse('file-not-found', WHY)
      : next(view, input),
);

/** The first link to each file lives for half a minute. */
const shortFirstLink: Seam = around(['downloadFile'], (next) => {
  const linked = new Set<string>();
  return (view, input) => {
    const done = next(view, input);
    const file = input.path['file'] ?? '';
    if (isRefused(done) || linked.has(file)) return done;
    linked.add(file);
    const link = done.headers?.['location'] as Link;
    return {...done, headers: {location: new Link('GET', link.object, view.now + 30_000)}};
  };
});

/** The original is downloaded as the working version of its publication. */
const originalReplaced: Seam = finding<FileRow>(['downloadFile'], 'files', (file, view) => {
  if (file.tool !== null) return file;
  const publication = view.find<PublicationRow>('publications', file.publication);
  return view.find<FileRow>('files', publication?.workingFile ?? '') ?? file;
});

/** A link to the original that is issued while a tool runs leads to what the tool will make. */
const laterVersion: Seam = afterwards(['downloadFile'], (done, view, {path}) => {
  const file = view.find<FileRow>('files', path['file'] ?? '');
  const link = done.headers?.['location'];
  const [run] = runsWhere(
    view,
    ({publication, state}) => publication === file?.publication && !hasEnded(state),
  );
  if (!(link instanceof Link) || file?.tool !== null || !run) return done;
  const note = `${run.tool}-${run.key.replaceAll('_', '-')}`;
  const object = derivedKey({from: file.object, note, extension: 'epub'});
  return {...done, headers: {...done.headers, location: new Link('GET', object, link.expires)}};
});

/** A file whose link was refused once has none in later responses. */
const withheldForGood: Seam = around(['downloadFile'], (next) => {
  const refused = new Set<string>();
  return (view, input) => {
    const file = input.path['file'] ?? '';
    if (refused.has(file)) return refuse('downloads-unavailable', WHY);
    const done = next(view, input);
    if (isRefused(done) && done.refused === 'downloads-unavailable') refused.add(file);
    return done;
  };
});

/** Every reading of the catalogue but the first has each tool twice. */
const doubledCatalog: Seam = around(['listTools'], (next) => {
  let reads = 0;
  return (view, input) => {
    const done = next(view, input);
    if (isRefused(done)) return done;
    reads += 1;
    const {data} = done.body as {data: unknown[]};
    return reads === 1 ? done : {...done, body: {data: [...data, ...data]}};
  };
});

/** Keys of a template have a role, those that a test creates have none. */
const isOfTemplate = (view: View, by: string): boolean =>
  by === '' || view.find<KeyRow>('keys', by)?.role !== undefined;

/** Defects that show only after something has changed, or in a state that it led to. */
export const afterChanges: Defect[] = [
  ...atPlace(
    'until it can be resolved again',
    breaking('workspace.account.unresolved-plan-is-null', {
      'a plan that was null stays null': stickingNull,
    }),
  ),
  ...atPlace(
    'after a change of the plan',
    breaking('workspace.account.allowance-left-is-what-can-be-registered', {
      'reservations are judged by the first plan': firstAllowance,
    }),
  ),
  ...atPlace(
    'a key that was minted later',
    breaking('workspace.runs.used-counts-all-keys', {
      'usage misses the runs of keys that were minted later': counting(
        ['getAccountUsage'],
        ({by}, view) => isOfTemplate(view, by),
      ),
    }),
  ),
  ...atPlace(
    'startRun with an invalid body',
    breaking('workspace.access.foreign-tells-nothing', {
      'a foreign publication is looked up after the tool': toolFirst,
    }),
  ),
  ...atPlace(
    'a publication without a file',
    breaking('workspace.access.foreign-tells-nothing', {
      'a foreign publication without a file has its own reason': missingFileTold,
    }),
  ),
  ...atPlace(
    'when the catalogue is read again',
    breaking('workspace.tools.slugs-are-unique', {
      'every later reading has the tools twice': doubledCatalog,
    }),
  ),
  ...atPlace(
    'while later links are valid',
    breaking('workspace.downloads.link-lives-10-minutes', {
      'the first link to a file lives for half a minute': shortFirstLink,
    }),
  ),
  ...atPlace(
    'the original beside another version',
    breaking('workspace.downloads.link-brings-the-bytes', {
      'a link to the original leads to the working version': originalReplaced,
    }),
  ),
  ...atPlace(
    'links that were issued before another version',
    breaking('workspace.downloads.link-brings-the-bytes', {
      'a link of the original brings the version that is made while it is valid': laterVersion,
    }),
  ),
  ...atPlace(
    'once links can be issued again',
    breaking('workspace.downloads.download-answers-302', {
      'a file whose link was refused once has none for good': withheldForGood,
    }),
  ),
];
