import {DAY_MS} from '../../../../spec/durations.ts';
import type {FileRow} from '../../../workspace/publications/rows.ts';
import {areAroundChange, endOfYear, isOnLeapDay} from '../../families/calendar.ts';
import {inEachWorld} from '../../families/remembered.ts';
import {off, refusedButDone, together, unguarded, unstored} from '../../families/seams.ts';
import {defects, overMcp} from '../../table.ts';
import {uploadLinking} from '../links.ts';
import {DOWNLOAD, ofFiles, REGISTER, RESERVE, STORAGE} from '../rows.ts';

/** Does not check the signature of a link. */
const unsigned = unguarded('link-forged', STORAGE);

/** Lets a registered file be replaced. */
const replacing = unguarded('object-registered', STORAGE);

/** What another workspace had before, in place of the own. */
const ofAnother = () => {
  let last: {tenant: string; object: string} | undefined;
  return (tenant: string, object: string): string => {
    const before = last && last.tenant !== tenant ? last.object : object;
    last = {tenant, object};
    return before;
  };
};

const livingOfAudio = (ms: number) =>
  uploadLinking(({object}, {now}) => (object.endsWith('.m4b') ? {expires: now + ms} : {}));

/** Defects of presigned upload links (Endpoints, reserve an upload). */
export const links = [
  ...defects({
    'workspace.uploads.link-needs-no-key': {
      'storage requires a key': {seam: 'ability', in: STORAGE, also: 'library:write'},
      'uploaded bytes are lost': unstored(STORAGE, 'objects'),
    },
    'workspace.uploads.link-lives-30-minutes': {
      'the link expires 10 seconds early': off('uploads.link_lives_ms', -10_000),
      'the link expires 10 seconds late': off('uploads.link_lives_ms', 10_000),
      'the link never expires': unguarded('link-expired', STORAGE),
      'a later time can be written into the link': unsigned,
    },
    'workspace.uploads.link-lives-30-minutes @ in any situation': {
      'a link beside an earlier one ends with it': inEachWorld(RESERVE, () => {
        let end = 0;
        return uploadLinking(({expires}, {now}) => {
          if (end <= now) end = expires;
          return {expires: end};
        });
      }),
    },
    'workspace.uploads.link-lives-30-minutes @ over every turn of the calendar': {
      'a link ends with the year': uploadLinking(({expires}, {now}) => ({
        expires: Math.min(expires, endOfYear(now)),
      })),
      'a link of a leap day is of the day before': uploadLinking(({expires}, {now}) => ({
        expires: isOnLeapDay(now) ? expires - DAY_MS : expires,
      })),
      'a link is an hour shorter where clocks go forward': uploadLinking(({expires}, {now}) => ({
        expires: areAroundChange(now, expires, 3) ? expires - 3_600_000 : expires,
      })),
    },
    'workspace.uploads.link-lives-30-minutes @ of an audiobook': {
      'the upload link of an audiobook lives for 20 minutes': livingOfAudio(1_200_000),
      'the upload link of an audiobook lives for an hour': livingOfAudio(3_600_000),
    },
    'workspace.uploads.link-lives-30-minutes @ used shortly before its end': {
      'a link that has stored bytes does not expire': unguarded('link-expired', STORAGE, {
        over: true,
      }),
    },
    'workspace.uploads.link-stores-its-own-upload': {
      'the link of one upload stores bytes for another': unsigned,
    },
    'workspace.uploads.link-stores-its-own-upload @ two workspaces at the same time': {
      'the link leads to the place of the reservation before it': inEachWorld(RESERVE, () => {
        const placeOf = ofAnother();
        return uploadLinking(({object}, {tenant}) => ({object: placeOf(tenant, object)}));
      }),
      'a file is the one that another workspace registered before it': inEachWorld(REGISTER, () => {
        const fileOf = ofAnother();
        return ofFiles.storing(REGISTER, {}, ({tenant, object}: FileRow) => ({
          object: fileOf(tenant, object),
        }));
      }),
    },
    'workspace.uploads.registered-bytes-stay': {
      'the upload link still replaces the bytes': replacing,
      'a download link takes other bytes': together(unsigned, replacing),
    },
    'workspace.uploads.registered-bytes-stay @ other bytes of the same size': {
      'the upload link still takes other bytes of the same size': replacing,
    },
    'workspace.uploads.registered-bytes-stay @ other bytes at the same moment': {
      'the second link to a file leads to that of another publication': ofFiles.asking(
        DOWNLOAD,
        {nth: 2},
        ({before, view}, {path}) => {
          const [other] = view.newest<FileRow>('files', {
            limit: 1,
            where: ({publication}) => publication !== before?.publication,
          });
          return {path: {...path, file: other?.key ?? before?.key ?? ''}};
        },
      ),
    },
    'workspace.uploads.expired-link-lands-nothing': {
      'an expired link is refused but stores the bytes': refusedButDone(STORAGE, 'link-expired'),
      'an expired link stores the bytes': unguarded('link-expired', STORAGE),
      'an expired link is refused but replaces stored bytes': refusedButDone(
        STORAGE,
        'link-expired',
        {over: true},
      ),
    },
    'workspace.uploads.signed-headers-are-needed': {
      'bytes are stored without the signed headers': unguarded('link-headers', STORAGE),
    },
  }),
  ...overMcp(
    defects({
      'workspace.uploads.link-lives-30-minutes @ reserved by a tool': {
        'the link of a tool lives a minute longer': off('uploads.link_lives_ms', 60_000),
      },
    }),
  ),
];
