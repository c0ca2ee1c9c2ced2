import {defined} from '../../../spec/defined.ts';
import {guarded, type FieldErrors} from '../../guarded.ts';
import type {Refused, View} from '../../operation.ts';
import type {TokenRow} from '../access/rows.ts';
import {invalidIn} from '../invalid.ts';
import {newConversion, whenConverted} from './conversion.ts';
import {contentIsOn, mayManage, physicalOff} from './features.ts';
import {COMMON_RULES, FILE_RULES, missingForUpdate, type Writing} from './field-rules.ts';
import {issueById, noSuchIssue} from './find-issue.ts';
import {measured, written, type IssueBody} from './issue-body.ts';
import {BLANK, FIRST_ISSUE_ID, type Issue} from './issue.ts';
import {renderIssue} from './render-issue.ts';

const isPhysical = ({body}: Writing): boolean => body.type === 'physical';

/** POST /dashboard/issues: uploads digital or physical content (Content, Upload body). */
export const createIssue = guarded<Writing>({
  find: (_view, {body}) => ({body: body as IssueBody}),
  guards: [
    contentIsOn,
    mayManage,
    {
      situation: 'physical-off',
      judge: (writing, view) => (isPhysical(writing) ? physicalOff(view) : undefined),
    },
    {when: (writing) => !isPhysical(writing), fields: FILE_RULES, refuse: invalidFile},
    {fields: COMMON_RULES, refuse: invalidIn},
  ],
  perform({body}, view, {by}) {
    const issue = newIssue(view, body, view.find<TokenRow>('tokens', by)?.admin ?? 1);
    return {
      situation: 'created',
      body: {
        CODE: 'success',
        data: {
          issue: view.rendered(issue, renderIssue),
          message: 'The title will be processed and will be available in the library shortly.',
        },
      },
      changes: [{table: 'issues', put: issue}],
      effects: whenConverted(view, issue),
    };
  },
});

/** The refusal of a file, which names the way to do without one. */
function invalidFile(errors: FieldErrors, writing: Writing): Refused {
  const refused = invalidIn(errors, writing);
  const {extension, file_url: url} = writing.body;
  if (extension !== undefined && url !== undefined) return refused;
  const todo = `${refused.why.todo}, or "type": "physical" for a book on paper`;
  return {...refused, why: {...refused.why, todo}};
}

function newIssue(view: View, body: IssueBody, admin: number): Issue {
  const id = FIRST_ISSUE_ID + view.newNumber('issue');
  return {
    ...BLANK,
    ...written(BLANK, body, false),
    ...(body.type === 'physical'
      ? {kind: 'physical', physical: measured(null, body)}
      : digital(view, body)),
    key: String(id),
    tenant: view.tenant,
    seq: view.newSeq(),
    id,
    user_id: admin,
    created: view.now,
    updated: view.now,
  };
}

type Digital = Pick<Issue, 'kind' | 'extension' | 'file_url' | 'conversion'>;

/** A defect may accept an upload without its file: then nothing is converted. */
function digital(view: View, {extension, file_url: url}: IssueBody): Digital {
  const isWhole = url !== undefined && extension !== undefined;
  return {
    kind: 'digital',
    extension: extension ?? null,
    file_url: url ?? null,
    conversion: isWhole ? newConversion(view, url, extension) : null,
  };
}

/** PUT /dashboard/issues/{issue_id}: changes content, except for its file (Content, Rules). */
export const updateIssue = guarded<Writing>({
  find: (view, {body, path: {id = ''}}) => ({
    body: body as IssueBody,
    issue: issueById(view, id),
  }),
  guards: [
    contentIsOn,
    mayManage,
    {
      situation: 'issue-not-found',
      fixed: true,
      judge: ({issue}, view, {path: {id = ''}}) => (issue ? undefined : noSuchIssue(view, id)),
    },
    {
      fields: [
        {situation: 'member-missing', errors: missingForUpdate},
        {situation: 'file-changed', errors: changedFile},
        ...COMMON_RULES,
      ],
      refuse: invalidIn,
    },
  ],
  perform({body, issue: before}, view) {
    const issue = defined(before, 'the issue of the update');
    const isReset = view.freedom('content.omitted') === 'reset';
    const {name, external_id, publication_date} = issue;
    const start = isReset ? {...BLANK, name, external_id, publication_date} : issue;
    const put: Issue = {
      ...issue,
      ...written(start, body, view.freedom('content.omitted_lists') === 'kept'),
      ...(issue.kind === 'physical' && {physical: measured(issue.physical, body)}),
      version: issue.version + 1,
      updated: view.now,
    };
    return {situation: 'updated', changes: [{table: 'issues', put}]};
  },
});

/** "the file and file type cannot be changed": another one is ignored or refused (NS-ST-64). */
function changedFile({body, issue}: Writing, view: View): Record<string, string[]> {
  if (view.freedom('content.file_change') !== 'refused' || !issue) return {};
  const errors: Record<string, string[]> = {};
  for (const name of ['extension', 'file_url'] as const)
    if (body[name] !== undefined && body[name] !== issue[name])
      errors[name] = [`The ${name} field is prohibited.`];
  return errors;
}
