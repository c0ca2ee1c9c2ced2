/** Presigned links, as defects change them. */

import type {Seam} from '../../defect.ts';
import {Link, type View} from '../../operation.ts';
import type {FileRow} from '../../workspace/publications/rows.ts';
import type {UploadRow} from '../../workspace/uploads/rows.ts';
import {derivedKey} from '../../objects/derived.ts';
import type {When} from '../families/when.ts';
import {DOWNLOAD, filesOf, ofFiles, ofUploads, RESERVE, type Sent} from './rows.ts';

/** The members of a link that differ; undefined: none. */
type Other = Partial<Pick<Link, 'method' | 'object' | 'expires' | 'headers'>> | undefined;

const changed = (link: Link, other: Other): Link => {
  const {method, object, expires, headers} = {...link, ...other};
  return new Link(method, object, expires, headers, link.limit);
};

/** Downloads of what a tool has made. */
export const OF_A_TOOL = {before: {tool: (tool: string | null) => tool !== null}};
/** Downloads of an original. */
export const ORIGINAL = {before: {tool: null}};

/** Gives some downloads another link. */
export const linking = (
  other: (file: FileRow, view: View, link: Link) => Other,
  when: When<FileRow, Sent> = {},
): Seam =>
  ofFiles.after(DOWNLOAD, when, (done, {view}, file) => {
    if (!file) return done;
    const link = done.headers?.['location'] as Link;
    return {...done, headers: {...done.headers, location: changed(link, other(file, view, link))}};
  });

/** Lets the links of some downloads live for another time. */
export const living = (ms: number, when: When<FileRow, Sent> = {}): Seam =>
  linking((_file, {now}) => ({expires: now + ms}), when);

/** Lets the links of some files lead to other files of the publication; undefined: to the right one. */
export const leading = (
  choose: (file: FileRow, files: FileRow[], view: View) => Pick<FileRow, 'object'> | undefined,
  when: When<FileRow, Sent> = {},
): Seam =>
  linking((file, view) => {
    const {object} = choose(file, filesOf(view, file.publication), view) ?? file;
    return {object};
  }, when);

/** Gives reservations another link. */
export const uploadLinking = (
  other: (link: Link, view: View) => Other,
  when: When<UploadRow, Sent> = {},
): Seam =>
  ofUploads.after(RESERVE, when, (done, {view}) => {
    const {upload_url: link, ...body} = done.body as {upload_url: Link};
    return {...done, body: {...body, upload_url: changed(link, other(link, view))}};
  });

/** What is derived from the object of a link or of a file. */
export const derivedFrom = (
  {object}: {object: string},
  note: string,
  extension: string,
): {object: string} => ({object: derivedKey({from: object, note, extension})});

/** An object that is not there. */
export const gone = ({object}: {object: string}): {object: string} => ({object: `${object}.gone`});
