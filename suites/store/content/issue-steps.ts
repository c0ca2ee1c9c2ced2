import type {Exchange} from '../../../spec/exchange.ts';
import type {Role} from '../../../spec/step.ts';
import type {Val} from '../../../spec/value.ts';
import type {Args, Handle, Script} from '../../script.ts';
import {pathOf, type IssueBody, type Uploaded} from '../issuing.ts';

/** The steps that change, delete and walk through content issues (Content (v1)). */

/** Pages of a walk at most: a store may have thousands of issues, and every page spends a read. */
const PAGES = 30;

/**
 * The body of an update: what the upload had, but for the file and its type, which cannot be changed
 * (Content, Rules). All that an upload needs is sent (NS-ST-65); whether it has to say the file
 * again, too, a profile tells.
 * @param more members beside these, or in their place
 */
export function updateOf(
  s: Script,
  body: IssueBody,
  more: Record<string, Val> = {},
): Record<string, Val> {
  const {extension, file_url: fileUrl, ...rest} = body;
  const file = s.chooses('NS-ST-65', 'with the file') ? {extension, file_url: fileUrl} : {};
  const given = Object.entries({...rest, ...file, ...more}).filter(
    ([, value]) => value !== undefined,
  );
  return Object.fromEntries(given) as Record<string, Val>;
}

/** Records an update of an issue (`updateIssue`), whatever it is answered. */
export const update = (
  s: Script,
  {created, body}: Uploaded,
  more: Record<string, Val> = {},
  args: Args = {},
): Handle => s.call('updateIssue', {path: pathOf(created), body: updateOf(s, body, more), ...args});

/** Records a deletion of an issue by its id (`deleteIssue`), whatever it is answered. */
export const remove = (s: Script, created: Handle, args: Args = {}): Handle =>
  s.call('deleteIssue', {path: pathOf(created), ...args});

/** Records a walk along the links of the list. */
export const walkIssues = (
  s: Script,
  query: Record<string, Val> = {},
  as: Role = 'admin',
): Handle<Exchange[]> => s.walk('listIssues', {as, query, atMost: PAGES});
