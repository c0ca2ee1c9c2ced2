/**
 * The steps that upload, read, find and delete content issues (Content (v1)). Functions that record
 * set-up use `expects`: if the outcome is another one, the check is blocked and no rule fails.
 */

import type {Ref, Val} from '../../spec/value.ts';
import type {Role} from '../../spec/step.ts';
import type {Args, Handle, Script} from '../language/script.ts';
import {UNSUPPLIED} from '../target/unsupplied-file.ts';

/** The extensions of files (Content, Upload body). */
export const EXTENSIONS = ['epub', 'pdf', 'mp3', 'mpga'] as const;

/** An extension of a file. */
export type Extension = (typeof EXTENSIONS)[number];

/** A URL from the samples of the target, or one that does not exist. */
const urlOf = (s: Script, sample: string, name: string): Val =>
  s.offers(`sample:${sample}`) ? s.sample(sample) : `${UNSUPPLIED}${name}`;

/** The URL of a file with an extension that can be converted. */
export const fileOf = (s: Script, extension: Extension = 'epub'): Val =>
  urlOf(s, `${extension}_file`, `good.${extension}`);

/** The URL of a cover. */
export const coverOf = (s: Script, kind: 'jpg' | 'png'): Val =>
  urlOf(s, `${kind}_cover`, `cover.${kind}`);

/** The body of an upload, with the name and external_id by which its caller finds it. */
export type IssueBody = {name: Val; external_id: Val} & Record<string, Val>;

/**
 * The body of the upload of a file with all required members (Content, Upload body). The name and
 * the external_id are fresh.
 * @param more members in addition to these, or instead of them
 */
export const newIssue = (s: Script, more: Record<string, Val> = {}): IssueBody => ({
  publication_date: '2024-05-14',
  extension: 'epub',
  file_url: fileOf(s),
  ...more,
  name: more.name ?? s.fresh('title'),
  external_id: more.external_id ?? s.fresh('content-id'),
});

/** The body of a physical book with all required members (Content, Physical content). */
export const newBook = (s: Script, more: Record<string, Val> = {}): IssueBody => ({
  type: 'physical',
  publication_date: '2024-05-14',
  ...more,
  name: more.name ?? s.fresh('title'),
  external_id: more.external_id ?? s.fresh('content-id'),
});

/** An issue that a scene uploaded. */
export interface Uploaded {
  created: Handle;
  body: IssueBody;
}

/**
 * Records the upload of a file (`createIssue`), as set-up unless `args` says otherwise.
 * @param more members in addition to those of `newIssue`, or instead of them
 */
export function upload(s: Script, more: Record<string, Val> = {}, args: Args = {}): Uploaded {
  const body = newIssue(s, more);
  return {created: s.call('createIssue', {expects: 'created', ...args, body}), body};
}

/** Records the upload of a body (`createIssue`) with any outcome. */
export const send = (s: Script, body: Record<string, Val>, args: Args = {}): Handle =>
  s.call('createIssue', {...args, body});

/** The id of an uploaded issue. */
export const issueIdOf = (created: Handle): Ref => created.at('/data/issue/id');

/** Records a read of an uploaded issue by its id (`getIssue`). */
export const readIssue = (s: Script, created: Handle, args: Args = {}): Handle =>
  s.call('getIssue', {...args, path: {id: issueIdOf(created)}});

/** Records a read of an issue by an external_id (`getIssue`). */
export const readByReference = (s: Script, externalId: Val, args: Args = {}): Handle =>
  s.call('getIssue', {...args, path: {id: externalId}});

/** Whether content can be read by its ids still (NS-ST-77). */
export const isReadServed = (s: Script): boolean => !s.chooses('NS-ST-77', 'not served');

/** Records one page of the list (`listIssues`). @param query a name, a numeric id, or a filter */
export const findIssues = (s: Script, query: Val, as: Role = 'admin'): Handle =>
  s.call('listIssues', {as, query: {query}});

/** The path parameters for updates and deletions of an uploaded issue. */
export const pathOf = (created: Handle): {id: Ref} => ({id: issueIdOf(created)});
