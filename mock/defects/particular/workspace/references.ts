import {filesOf} from '../../workspace/rows.ts';
import type {Seam} from '../../../defect.ts';
import type {Done, View} from '../../../operation.ts';
import type {PublicationRow} from '../../../workspace/publications/rows.ts';
import type {RunRow} from '../../../workspace/runs/rows.ts';
import {plain} from '../../families/reads.ts';
import {afterwards, finding} from '../../breaking.ts';
import {particular, type ParticularDefect} from '../particular.ts';
import {LIST, rows} from '../../workspace/publications/altered-pages.ts';

/** A row of the version list. */
interface Version {
  id: string;
  current: boolean;
}

/** Changes rows of the version list. */
const listing = (other: (list: Version[], view: View, publication: string) => Version[]): Seam =>
  afterwards(['listPublicationFiles'], (done, view, {path}): Done => {
    const body = plain<{data: Version[]}>(done.body);
    return {...done, body: {...body, data: other(body.data, view, path['publication'] ?? '')}};
  });

/** The publication that was registered immediately after another one. */
const followerOf = (view: View, publication: string): PublicationRow | undefined => {
  const row = view.find<PublicationRow>('publications', publication);
  return row && view.oldest<PublicationRow>('publications', {after: row.seq, limit: 1})[0];
};

/** Whether the last run of a publication failed. */
const hasFailed = (view: View, publication: string): boolean =>
  view.newest<RunRow>('runs', {limit: 1, where: (run) => run.publication === publication})[0]
    ?.state === 'failed';

/** Shows another working file in a row of the list of publications. */
const naming = (other: (view: View, publication: string) => string | undefined): Seam =>
  afterwards(LIST, (done, view): Done => {
    const body = plain<{data: unknown[]}>(done.body);
    const data = body.data.map((one) => {
      const row = plain<{id: string; working_file_id: string | null}>(one);
      return {...row, working_file_id: other(view, row.id) ?? row.working_file_id};
    });
    return {...done, body: {...body, data}};
  });

/** Defects by which responses contradict each other. */
export const references: ParticularDefect[] = [
  ...particular('states', 'workspace.publications.creation-time-is-when-registered', {
    'a derived file moves the creation time': [
      'Reading a publication shows as its creation time that of its newest file.',
      finding<PublicationRow>(['getPublication'], 'publications', (row, view) => ({
        ...row,
        createdAt: filesOf(view, row.key).at(-1)?.createdAt ?? row.createdAt,
      })),
    ],
  }),
  ...particular('states', 'workspace.runs.versions-add-up', {
    'two versions of three have one id': [
      'The version list shows the second version twice, once in the place of the third.',
      listing((list) =>
        list.map((row, index) => (index === 2 ? {...row, id: `${list[1]?.id}`} : row)),
      ),
    ],
  }),
  ...particular('states', 'workspace.files.list-is-of-one-publication', {
    'derived files of the next publication are listed': [
      'The version list shows the derived files of the publication that was registered next, too.',
      listing((list, view, publication) => [
        ...list,
        ...filesOf(view, followerOf(view, publication)?.key ?? '')
          .slice(1)
          .flatMap(({key}) => list.slice(0, 1).map((row) => ({...row, id: key, current: false}))),
      ]),
    ],
  }),
  ...particular('states', 'workspace.uploads.registered-is-listed', {
    'a failed run takes its publication off the list': [
      'A publication is not listed while its last run is one that failed.',
      rows((view, page) =>
        view.newest<PublicationRow>('publications', {
          ...page,
          where: ({key}) => !hasFailed(view, key),
        }),
      ),
    ],
  }),
  ...particular('states', 'workspace.files.publication-names-the-current', {
    'the list forgets the repair of who had a failure since': [
      'The list names the original as working file after a run that failed.',
      naming((view, publication) =>
        hasFailed(view, publication) ? filesOf(view, publication)[0]?.key : undefined,
      ),
    ],
  }),
];
