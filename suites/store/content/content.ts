import {BESIDE} from '../beside.ts';
import {cached, later, manyIssues, issuesAtOnce} from '../many.ts';
import type {Chapter} from '../../language/chapter.ts';
import {
  findIssues,
  newIssue,
  pathOf,
  readIssue,
  readByReference,
  send,
  upload,
  issueIdOf,
} from '../issuing.ts';
import {eachKind} from './each-kind.ts';
import {updateOf} from './issue-steps.ts';
import {reads, updates} from './update/issue-writes.ts';
import {moves} from './moves.ts';
import {refusals} from './upload/permissions.ts';
import {sequences} from './sequences.ts';
import {unpermittedWrites} from './update/unpermitted.ts';
import {anyUpload, uploads, uploadWrites} from './upload/uploads.ts';
import {prefixedMembers} from './find/prefixed-members.ts';
import {contentUpdates} from '../again.ts';

/** An extension that no file of content has. */
const NO_EXTENSION = 'presscheck-none-of-these';

/** Store / content: upload, find, update and delete content issues (Content (v1)). */
export const content: Chapter = {
  chapter: 'store/content',
  counted: [manyIssues, issuesAtOnce, contentUpdates],
  properties: [...anyUpload],
  writes: [...uploadWrites, ...updates],
  reads,
  models: [sequences],
  visits: [
    {api: 'store', op: 'createIssue', args: (s) => ({body: newIssue(s, {prices: {USD: 9.99}})})},
    {
      api: 'store',
      op: 'listIssues',
      args: (s) => ({query: {query: upload(s).body.name}}),
    },
    {
      api: 'store',
      op: 'getIssue',
      args: (s) => ({path: {id: issueIdOf(upload(s).created)}}),
    },
    {
      api: 'store',
      op: 'updateIssue',
      args: (s) => {
        const {created, body} = upload(s);
        return {path: pathOf(created), body: updateOf(s, body)};
      },
    },
    {api: 'store', op: 'deleteIssue', args: (s) => ({path: pathOf(upload(s).created)})},
  ],
  provocations: [
    ...refusals,
    ...unpermittedWrites,
    {
      api: 'store',
      op: 'getIssue',
      condition: 'unknown',
      act: (s) => ({
        subject: readByReference(s, s.fresh('content-id')),
        control: readIssue(s, upload(s).created),
      }),
    },
    {
      api: 'store',
      op: 'updateIssue',
      condition: 'unknown',
      act: (s) => {
        const {created, body} = upload(s);
        const rest = updateOf(s, body);
        return {
          // A valid body: the order of the checks is open (NS-ST-79).
          subject: s.call('updateIssue', {
            path: {id: s.sample('unknown_issue')},
            body: {...rest, external_id: s.fresh('content-id')},
          }),
          control: s.call('updateIssue', {path: pathOf(created), body: rest}),
        };
      },
    },
    {
      api: 'store',
      op: 'deleteIssue',
      condition: 'unknown',
      act: (s) => ({
        subject: s.call('deleteIssue', {path: {id: s.sample('unknown_issue')}}),
        control: s.call('deleteIssue', {path: pathOf(upload(s).created)}),
      }),
    },
    {
      api: 'store',
      op: 'deleteIssue',
      condition: 'foreign',
      // The foreign request comes first, because its control deletes the issue.
      act: (s) => {
        const path = pathOf(upload(s).created);
        return {
          subject: s.call('deleteIssue', {as: 'second-store', path}),
          control: s.call('deleteIssue', {path}),
        };
      },
    },
    {
      api: 'store',
      op: 'listIssues',
      condition: 'nothing-found',
      act: (s) => ({
        subject: findIssues(s, s.fresh('text')),
        control: findIssues(s, upload(s).body.name),
      }),
    },
    {
      api: 'store',
      op: 'createIssue',
      condition: 'invalid',
      act: (s) => ({
        subject: send(s, newIssue(s, {extension: NO_EXTENSION})),
        control: send(s, newIssue(s)),
      }),
    },
    {
      api: 'store',
      op: 'updateIssue',
      condition: 'invalid',
      act: (s) => {
        const {created, body} = upload(s);
        const rest = updateOf(s, body);
        const path = pathOf(created);
        return {
          subject: s.call('updateIssue', {path, body: {...rest, publication_date: 'soon'}}),
          control: s.call('updateIssue', {path, body: rest}),
        };
      },
    },
  ],
  checks: [
    ...BESIDE.content,
    ...cached.issues,
    ...later.issues,
    ...uploads,
    ...eachKind,
    ...moves,
    prefixedMembers,
  ],
};
