/** The steps that change, delete and walk through content issues (Content (v1)). */

import type {Exchange} from '../../../spec/exchange.ts';
import type {Role} from '../../../spec/step.ts';
import type {Val} from '../../../spec/value.ts';
import type {Args, Handle, Script} from '../../language/script.ts';
import {pathOf, type IssueBody, type Uploaded} from '../issuing.ts';

/** The most pages of a walk: a store may have thousands of issues, and every page uses one read. */
const MAX_PAGES = 30;

/** The file of an upload and its type, if an update has to send them again by the profile (NS-ST-65). */
export const fileAgain = (
  s: Script,
  {extension, file_url}: {extension?: Val; file_url?: Val},
): Record<string, Val | undefined> =>
  s.chooses('NS-ST-65', 'with the file') ? {extension, file_url} : {};

/**
 * The body of an update: the members of the upload without the file and its type, which cannot be
 * changed (Content, Rules). All required members are sent (NS-ST-65); a profile says whether the
 * file has to be sent again.
 * @param more members in addition to these, or instead of them
 */
export function updateOf(
  s: Script,
  body: IssueBody,
  more: Record<string, Val> = {},
): Record<string, Val> {
  const {extension, file_url, ...rest} = body;
  const file = fileAgain(s, {extension, file_url});
  const given = Object.entries({...rest, ...file, ...more}).filter(
    ([, value]) => value !== undefined,
  );
  return Object.fromEntries(given) as Record<string, Val>;
}

/** Records an update of an issue (`updateIssue`) with any outcome. */
export const update = (
  s: Script,
  {created, body}: Uploaded,
  more: Record<string, Val> = {},
  args: Args = {},
): Handle => s.call('updateIssue', {path: pathOf(created), body: updateOf(s, body, more), ...args});

/** Records a deletion of an issue by its id (`deleteIssue`) with any outcome. */
export const remove = (s: Script, created: Handle, args: Args = {}): Handle =>
  s.call('deleteIssue', {path: pathOf(created), ...args});

/** Records a walk along the links of the list. */
export const walkIssues = (
  s: Script,
  query: Record<string, Val> = {},
  as: Role = 'admin',
): Handle<Exchange[]> => s.walk('listIssues', {as, query, atMost: MAX_PAGES});
