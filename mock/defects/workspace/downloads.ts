import type {Seam} from '../../defect.ts';
import {refuse, type Link, type View} from '../../operation.ts';
import type {FileRow, PublicationRow} from '../../workspace/publications/rows.ts';
import {hasEnded} from '../../workspace/runs/moves.ts';
import {inEachWorld, onceRefused} from '../families/remembered.ts';
import {areAroundChange, isOnLastOfFebruary} from '../families/calendar.ts';
import {off, status, together, unguarded} from '../families/seams.ts';
import {defects} from '../table.ts';
import {derivedFrom, gone, leading, linking, living, OF_A_TOOL, ORIGINAL} from './links.ts';
import {DOWNLOAD, ofFiles, runsOf, STORAGE} from './rows.ts';

const AUDIO = {before: {filename: /\.m4b$/}};

/** Gives the redirect a body of the size of the file. */
const bodyOfTheFile = ofFiles.after(DOWNLOAD, {}, (done, _request, file) => ({
  ...done,
  text: {type: 'application/epub+zip', text: '\0'.repeat(file?.size ?? 0)},
}));

const workingOf = (view: View, {publication}: FileRow): string | null =>
  view.find<PublicationRow>('publications', publication)?.workingFile ?? null;

const only = (serves: (file: FileRow, working: string | null) => boolean): Seam =>
  ofFiles.finding(DOWNLOAD, (file, view) =>
    serves(file, workingOf(view, file)) ? file : undefined,
  );

/** Defects of the rules of `workspace/downloads`. */
export const downloads = defects({
  'workspace.downloads.bytes-do-not-pass-the-api': {
    'the redirect contains the bytes': bodyOfTheFile,
    'the bytes come with status 200': together(bodyOfTheFile, status('redirect', 200)),
  },
  'workspace.downloads.link-needs-no-key': {
    'the link needs the Authorization header': linking(() => ({
      headers: {authorization: 'Bearer'},
    })),
    'the link is for an upload': linking(() => ({method: 'PUT'})),
  },
  'workspace.downloads.link-brings-the-bytes': {
    'a note is added to the file': linking((file) => derivedFrom(file, 'downloaded', 'epub')),
    'the file comes in another format': linking((file) => derivedFrom(file, 'downloaded', 'pdf')),
  },
  'workspace.downloads.link-brings-the-bytes @ files of any name': {
    'a name beyond ASCII brings other bytes': linking(
      (file) => derivedFrom(file, 'recoded', 'epub'),
      {before: {filename: /[^ -~]/}},
    ),
    'a link to a name with a blank leads nowhere': linking(gone, {before: {filename: / /}}),
  },
  'workspace.downloads.link-brings-the-bytes @ bytes of any kind': {
    'a file of less than 60 bytes comes in another format': linking(
      (file) => derivedFrom(file, 'downloaded', 'pdf'),
      {before: {size: (size: number) => size < 60}},
    ),
  },
  'workspace.downloads.link-brings-the-bytes @ the original beside another version': {
    'a link to the original leads to the working version': leading(
      (file, files, view) => files.find(({key}) => key === workingOf(view, file)),
      ORIGINAL,
    ),
  },
  'workspace.downloads.link-brings-the-bytes @ links that were issued before another version': {
    'a link of the original brings the version that is made while it is valid': linking(
      (file, view) => {
        const run = runsOf(view, file.publication).findLast(({state}) => !hasEnded(state));
        return run && derivedFrom(file, `${run.tool}-${run.key.replaceAll('_', '-')}`, 'epub');
      },
      ORIGINAL,
    ),
  },
  'workspace.downloads.link-lives-10-minutes': {
    'the link expires 10 seconds early': off('downloads.link_lives_ms', -10_000),
    'the link expires 10 seconds late': off('downloads.link_lives_ms', 10_000),
    'the link never expires': unguarded('link-expired', STORAGE),
  },
  'workspace.downloads.link-lives-10-minutes @ while an earlier link is valid': {
    'a valid link is handed out again': inEachWorld(DOWNLOAD, () => {
      const issued = new Map<string, Link>();
      return linking(({key}, {now}, link) => {
        const earlier = issued.get(key);
        const valid = earlier && earlier.expires > now ? earlier : link;
        issued.set(key, valid);
        return valid;
      });
    }),
  },
  'workspace.downloads.link-lives-10-minutes @ while later links are valid': {
    'the first link to a file lives for half a minute': living(30_000, {nth: 1}),
  },
  'workspace.downloads.link-lives-10-minutes @ in any situation': {
    'the second link in a minute lives for nine minutes': inEachWorld(DOWNLOAD, () => {
      const issued = new Map<string, number>();
      return linking(({key}, {now}) => {
        const before = issued.get(key) ?? 0;
        issued.set(key, now);
        return now - before > 60_000 ? {} : {expires: now + 540_000};
      });
    }),
  },
  'workspace.downloads.link-lives-10-minutes @ over every turn of the calendar': {
    'a link ends with a February of 28 days': linking((_file, {now}, {expires}) => ({
      expires: isOnLastOfFebruary(now) ? now : expires,
    })),
    'a link is an hour longer where clocks go back': linking((_file, {now}, {expires}) => ({
      expires: areAroundChange(now, expires, 10) ? expires + 3_600_000 : expires,
    })),
  },
  'workspace.downloads.link-lives-10-minutes @ a derived version': {
    'a link to a derived file lives for five minutes': living(300_000, OF_A_TOOL),
  },
  'workspace.downloads.link-lives-10-minutes @ of an audiobook': {
    'the download link of an audiobook lives for 9 minutes': living(540_000, AUDIO),
    'the download link of an audiobook lives for 20 minutes': living(1_200_000, AUDIO),
  },
  'workspace.downloads.link-lives-10-minutes @ used shortly before its end': {
    'a link to what is stored does not expire': unguarded('link-expired', STORAGE, {over: true}),
  },
  'workspace.downloads.download-answers-302 @ once links can be issued again': {
    'a file whose link was refused once has none for good': onceRefused(
      DOWNLOAD,
      ({path}) => path['file'],
      ({refused}) => refused === 'downloads-unavailable',
      () =>
        refuse('downloads-unavailable', {expected: 'another file', got: 'this one', todo: 'none'}),
    ),
  },
  'workspace.downloads.unavailable-is-told': {
    'a derived file has a link while storage is out of order': ofFiles.accepting(
      DOWNLOAD,
      'downloads-unavailable',
      OF_A_TOOL,
    ),
  },
  'workspace.downloads.listed-version-downloads': {
    'only the working version can be downloaded': only(({key}, working) => key === working),
    'only the original can be downloaded': only(({tool}) => tool === null),
    'only original and working version can be downloaded': only(
      ({tool, key}, working) => tool === null || key === working,
    ),
    'links of derived files lead nowhere': linking(gone, OF_A_TOOL),
  },
  'workspace.downloads.listed-version-downloads @ after a later repair': {
    'a repaired version has the bytes of the repair after it': leading((file, files, view) => {
      const working = workingOf(view, file);
      const isReplaced = file.tool !== 'convert-to-pdf' && file.key !== working;
      return isReplaced ? files.find(({key}) => key === working) : undefined;
    }, OF_A_TOOL),
  },
});
