import type {Chapter} from '../../chapter.ts';
import {conversionEnds} from './conversion.ts';
import {deleteIssue} from './delete-issue.ts';
import {issueByAnyId} from './find-issue.ts';
import {forms} from './forms.ts';
import {freedoms} from './freedoms.ts';
import type {Issue} from './issue.ts';
import {listIssues} from './list-issues.ts';
import {partsOf} from './name-parts.ts';
import {getIssue} from './read-issue.ts';
import {deferConversion, resumeConversion, switchContent, switchPhysical} from './switches.ts';
import {demo, suite} from './template.ts';
import {createIssue, updateIssue} from './write-issue.ts';

/** Under which conversion status an issue is indexed; undefined when nothing is pending. */
const waiting = ({conversion}: Issue): string | undefined =>
  conversion?.state === 'converting' || conversion?.state === 'deferred'
    ? conversion.state
    : undefined;

/** The content of a store, digital and physical (Endpoints / Content). */
export const content: Chapter = {
  name: 'store/content',
  tables: {
    issues: {
      indexes: {
        external_id: {of: (issue: Issue) => issue.external_id ?? undefined},
        conversion: {of: waiting},
        name_part: {of: (issue: Issue) => partsOf(issue.name)},
      },
    },
  },
  numbers: {
    'content.page_size': 15,
    'content.conversion_ms': 5000,
    'content.slow_conversion_ms': 600_000,
  },
  freedoms,
  forms,
  resources: {issue: 'issues'},
  refusals: {
    'issue-not-found': 'Content not found.',
    'feature-off': 'The content feature is not enabled.',
    'not-permitted': 'You may not manage content.',
    'physical-off': 'Physical books are not enabled.',
    'listIssues.nothing-found': 'No content was found.',
  },
  waits: {
    getIssue: (view, {path: {id = ''}}) => [issueByAnyId(view, id)?.key ?? ''],
    listIssues: (view) => view.all('issues', 'conversion', 'converting').map(({key}) => key),
  },
  operations: {createIssue, listIssues, getIssue, updateIssue, deleteIssue},
  siteOperations: {switchContent, switchPhysical, deferConversion, resumeConversion},
  onDue: {'conversion-ends': conversionEnds},
  templates: {demo, suite},
};
