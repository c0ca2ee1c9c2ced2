import type {Defect, Seam} from '../../defect.ts';
import {isRefused, Link, refuse, type View} from '../../operation.ts';
import type {FileRow, PublicationRow} from '../../workspace/publications/rows.ts';
import {afterwards, around, atPlace, breaking} from '../breaking.ts';
import {filesOf} from './rows.ts';

const RULE_OF_LINKS = 'workspace.uploads.link-lives-30-minutes';
const RULE_OF_REGISTRATION = 'workspace.uploads.registration-answers-201';

/** The body of a registration. */
interface Named {
  publication_id: string;
  key?: string;
}

/** Once a registration was refused on some conditions, later ones find no reservation. */
const endedByRefusal = (ends: (view: View, body: Named) => boolean): Seam =>
  around(['createPublication'], (next) => {
    const ended = new Set<string>();
    return (view, input) => {
      const body = input.body as Named;
      const id = body.publication_id;
      if (ended.has(id) && view.find('uploads', id))
        return refuse('not-reserved', {expected: 'a reservation', got: id, todo: 'reserve again'});
      const done = next(view, input);
      if (isRefused(done) && ends(view, body)) ended.add(id);
      return done;
    };
  });

const hasLanded = (view: View, {key = ''}: Named): boolean => view.object(key) !== undefined;

/** The file that is downloaded in the place of a repaired one that another has replaced. */
function insteadOf(view: View, {publication, tool, key}: FileRow): FileRow | undefined {
  const {workingFile} = view.find<PublicationRow>('publications', publication) ?? {};
  const working = filesOf(view, publication).find((file) => file.key === workingFile);
  return tool !== null && tool !== 'convert-to-pdf' && key !== workingFile ? working : undefined;
}

/** Defects that show after a use, a refusal or a later run, or in what another workspace derived. */
export const usesAndRefusals: Defect[] = [
  ...atPlace('used shortly before its end', [
    ...breaking(RULE_OF_LINKS, {
      'a link that has stored bytes does not expire': {
        seam: 'skip',
        situation: 'link-expired',
        in: ['storage'],
        over: true,
      },
    }),
    ...breaking('workspace.downloads.link-lives-10-minutes', {
      'a link to what is stored does not expire': {
        seam: 'skip',
        situation: 'link-expired',
        in: ['storage'],
        over: true,
      },
    }),
  ]),
  ...atPlace(
    'after a refusal because nothing had landed',
    breaking(RULE_OF_REGISTRATION, {
      'a registration before the bytes ends the reservation': endedByRefusal(
        (view, body) => !hasLanded(view, body),
      ),
    }),
  ),
  ...atPlace(
    'after other refusals',
    breaking(RULE_OF_REGISTRATION, {
      'the attempt of another workspace ends the reservation': endedByRefusal(
        (view, {publication_id: id}) => !view.find('uploads', id),
      ),
    }),
  ),
  ...atPlace(
    'every version of a file',
    breaking('workspace.access.foreign-is-not-found', {
      'what a tool derived is answered 403 to another workspace': around(
        ['downloadFile'],
        (next) => (view, input) => {
          const file = view.anywhere<FileRow>('files', input.path['file'] ?? '');
          return file && file.tool !== null && file.tenant !== view.tenant
            ? refuse('forbidden', {expected: 'the own workspace', got: 'another', todo: 'none'})
            : next(view, input);
        },
      ),
    }),
  ),
  ...atPlace(
    'after a later repair',
    breaking('workspace.downloads.listed-version-downloads', {
      'a repaired version has the bytes of the repair after it': afterwards(
        ['downloadFile'],
        (done, view, {path}) => {
          const file = view.find<FileRow>('files', path['file'] ?? '');
          const other = file && insteadOf(view, file);
          if (!other) return done;
          return {...done, headers: {location: new Link('GET', other.object, view.now + 600_000)}};
        },
      ),
    }),
  ),
];
