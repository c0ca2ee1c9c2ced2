import type {Seam} from '../../../defect.ts';
import {
  isRefused,
  refuse,
  type Done,
  type Input,
  type Refused,
  type View,
} from '../../../operation.ts';
import type {PublicationRow} from '../../../workspace/publications/rows.ts';
import type {Change} from '../../../world/change.ts';
import {plain} from '../../families/reads.ts';
import {afterwards, around} from '../../breaking.ts';
import {withRows} from '../../stored-rows.ts';

export const RESERVE = ['createUpload'];
export const REGISTER = ['createPublication'];

/** The members of a reservation or a registration that defects read. */
export interface FileBody {
  publication_id: string;
  original_filename: string;
  size_bytes: number;
}

/** The body of a request that reserves or registers an upload. */
export const fileOf = ({body}: Input): FileBody => body as FileBody;

/** The refusal of a valid request. */
export const refused = (situation: string): Refused =>
  refuse(situation, {
    expected: 'another file',
    got: 'this one',
    todo: 'take a world without the defect',
  });

/** The response of a refusal, with changes that are committed nevertheless. */
export const refusedButDone = (situation: string, reason: string, changes: Change[]): Done => ({
  situation,
  body: {error: 'The request was refused.', reason},
  changes,
});

/**
 * Refuses valid requests.
 * @param isMeant selects them
 */
export const refusing = (
  operations: string[],
  situation: string,
  isMeant: (file: FileBody, view: View) => boolean,
): Seam =>
  around(
    operations,
    (next) => (view, input) =>
      isMeant(fileOf(input), view) ? refused(situation) : next(view, input),
  );

/**
 * Lets a registration store another publication than its response shows.
 * @param other the changed members
 */
export const registering = (
  other: (row: PublicationRow, view: View) => Partial<PublicationRow>,
): Seam =>
  afterwards(REGISTER, (done, view) =>
    withRows<PublicationRow>(done, 'publications', (row) => other(row, view)),
  );

/** A publication in the form of a response. */
export interface Shown {
  id: string;
  title: string | null;
  working_file_id: string | null;
}

interface Page {
  data: unknown[];
}

/** Changes members of publications on pages. */
export const listing = (other: (row: Shown, view: View) => object): Seam =>
  afterwards(['listPublications'], (done, view) => {
    const page = plain<Page>(done.body);
    const data = page.data.map((row) => ({...plain<Shown>(row), ...other(plain(row), view)}));
    return {...done, body: {...page, data}};
  });

/** Changes members of a publication that is read alone. */
export const reading = (other: (row: Shown) => object): Seam =>
  afterwards(['getPublication'], (done) => {
    const row = plain<Shown>(done.body);
    return {...done, body: {...row, ...other(row)}};
  });

/** Whether an outcome is the refusal of one of these situations. */
export const isRefusedAs = (outcome: Done | Refused, ...situations: string[]): outcome is Refused =>
  isRefused(outcome) && situations.includes(outcome.refused);
