import type {Seam} from '../../defect.ts';
import {refusingFrom} from '../breaking.ts';
import {counted, off, refusedButDone, unguarded} from '../families/seams.ts';
import {ABSENT} from '../families/when.ts';
import {defects, each} from '../table.ts';
import {ACCOUNT, creating, ofKeys, REGISTER, spending, START} from './rows.ts';

const LIMIT = 'workspace.limits.requests_per_minute';
const MINUTE = 'workspace.limits.minute';

const uncounted = (...operations: string[]): Seam => unguarded('rate-limited', operations);

const sixtyEvery = (seconds: string[]) =>
  each(seconds, (some) => [
    `60 requests are served every ${some} seconds`,
    counted(MINUTE, {span: Number(some) * 1000}),
  ]);

const refusingAccount = (nth: number): Seam => refusingFrom('getAccount', nth, 'forbidden');

/** Defects of the rules of `workspace/limits`. */
export const limits = defects({
  'workspace.limits.sixty-a-minute': {
    '59 requests are served': off(LIMIT, -1),
    '61 requests are served': off(LIMIT, 1),
    'every request is served': unguarded('rate-limited'),
    ...sixtyEvery(['10', '20', '30']),
    'after the first minute only five account requests are served': refusingFrom(
      'getAccount',
      6,
      'rate-limited',
      60_000,
    ),
    'the last of sixty requests are answered 403': refusingAccount(12),
  },
  'workspace.limits.sixty-a-minute @ watched from second to second': sixtyEvery(['40', '50', '70']),
  'workspace.limits.sixty-a-minute @ at the same moment': {
    'other operations at the same moment pass the minute': counted(MINUTE, {
      by: ['credential', 'operation'],
    }),
  },
  'workspace.limits.sixty-a-minute @ of a new key': {
    'a key that was minted later has thirty requests': ofKeys.refusing(ACCOUNT, 'rate-limited', {
      before: {role: ABSENT},
      from: 31,
    }),
  },
  'workspace.limits.counted-per-key': {
    'the keys of a workspace count together': counted(MINUTE, {by: ['tenant']}),
    'all keys count together': counted(MINUTE, {by: ['version']}),
    'another key is answered 403 after one was refused': refusingAccount(7),
  },
  'workspace.limits.operations-count-together': {
    'each operation is counted apart': counted(MINUTE, {by: ['credential', 'operation']}),
    'reads and writes are counted apart': counted(MINUTE, {by: ['credential', 'method']}),
    'reading a publication is not counted': uncounted('getPublication'),
    'registering is not counted': uncounted('createPublication'),
    'the catalogue of tools is not counted': uncounted('listTools'),
    'the usage is not counted': uncounted('getAccountUsage'),
    'a download is not counted': uncounted('downloadFile'),
    'a read of the reader links is not counted': uncounted('getPublicationReader'),
  },
  'workspace.limits.operations-count-together @ runs, and writes that would be served': each(
    ['startRun', 'createUpload', 'readRun', 'readReport'],
    (operation) => [`${operation} is served in a minute that is used up`, uncounted(operation)],
  ),
  'workspace.limits.operations-count-together @ retries of a run': {
    'a retry of a run is served in a minute that is used up': uncounted('startRun'),
  },
  'workspace.limits.minute-passes @ for a start with the key of one that was refused': {
    'a start beyond the minute is refused, and carried out': refusedButDone(START, 'rate-limited'),
  },
  'workspace.limits.refused-has-no-effect': {
    'a refused registration is carried out': refusedButDone(REGISTER, 'rate-limited'),
    'a refused registration spends the allowance': spending('rate-limited'),
    'a refused registration creates the publication': creating('rate-limited'),
  },
  'workspace.limits.minute-passes': {
    'the window lasts two minutes': counted(MINUTE, {span: 120_000}),
    'the window lasts 65 seconds': counted(MINUTE, {span: 65_000}),
    'requests after the minute are answered 403': refusingAccount(8),
  },
});
