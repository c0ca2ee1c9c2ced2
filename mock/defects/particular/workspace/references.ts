import type {PublicationRow} from '../../../workspace/publications/rows.ts';
import type {View} from '../../../operation.ts';
import {rows} from '../../workspace/publications/altered-pages.ts';
import {filesOf, madeOf, ofPublications, PUBLICATION, runsOf} from '../../workspace/rows.ts';
import {originalsListed, versionsAs} from '../../workspace/versions.ts';
import {particular, type ParticularDefect} from '../particular.ts';

/** The key of the publication that was registered immediately after another one. */
const followerOf = (view: View, publication: string): string => {
  const {seq = Infinity} = view.find('publications', publication) ?? {};
  return view.oldest('publications', {after: seq, limit: 1})[0]?.key ?? '';
};

/** Whether the last run of a publication failed. */
const hasFailed = (view: View, publication: string): boolean =>
  runsOf(view, publication)[0]?.state === 'failed';

/** Defects by which responses contradict each other. */
export const references: ParticularDefect[] = [
  ...particular('states', 'workspace.publications.creation-time-is-when-registered', {
    // Reading a publication shows as its creation time that of its newest file.
    'a derived file moves the creation time': ofPublications.mistaking(
      PUBLICATION,
      ({key, createdAt}, view) => ({
        createdAt: filesOf(view, key).at(-1)?.createdAt ?? createdAt,
      }),
    ),
  }),
  ...particular('states', 'workspace.runs.versions-add-up', {
    // The version list shows the second version twice, once in the place of the third.
    'two versions of three have one id': versionsAs((list) =>
      list.map((row, at) => (at === 2 ? {...row, id: `${list[1]?.id}`} : row)),
    ),
  }),
  ...particular('states', 'workspace.files.list-is-of-one-publication', {
    // The version list shows the derived files of the publication that was registered next, too.
    'derived files of the next publication are listed': versionsAs((list, view, publication) => [
      ...list,
      ...madeOf(view, followerOf(view, publication)).flatMap(({key}) =>
        list.slice(0, 1).map((row) => ({...row, id: key, current: false})),
      ),
    ]),
  }),
  ...particular('states', 'workspace.uploads.registered-is-listed', {
    // A publication is not listed while its last run is one that failed.
    'a failed run takes its publication off the list': rows((view, page) =>
      view.newest<PublicationRow>('publications', {
        ...page,
        where: ({key}) => !hasFailed(view, key),
      }),
    ),
  }),
  ...particular('states', 'workspace.files.publication-names-the-current', {
    // The list names the original as working file after a run that failed.
    'the list forgets the repair of who had a failure since': originalsListed((publication, view) =>
      hasFailed(view, publication),
    ),
  }),
];
