import type {Chapter} from '../../check.ts';
import {findIssues, issueIdOf, newIssue, pathOf, upload} from '../issuing.ts';
import {refusals} from './permissions.ts';
import {anyUpload, uploads, uploadWrites} from './uploads.ts';

/** Store / content: uploads of content issues, and what is read of them. */
export const content: Chapter = {
  chapter: 'store/content',
  properties: [...anyUpload],
  writes: [...uploadWrites],
  visits: [
    {api: 'store', op: 'createIssue', args: (s) => ({body: newIssue(s)})},
    {
      api: 'store',
      op: 'listIssues',
      args: (s) => {
        upload(s);
        return {};
      },
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
        const {extension: _extension, file_url: _file, ...rest} = body;
        return {path: pathOf(created), body: rest};
      },
    },
    {api: 'store', op: 'deleteIssue', args: (s) => ({path: pathOf(upload(s).created)})},
  ],
  provocations: [
    ...refusals,
    {
      api: 'store',
      op: 'createIssue',
      condition: 'invalid',
      act: (s) => ({
        subject: s.call('createIssue', {body: newIssue(s, {extension: 'docx'})}),
        control: s.call('createIssue', {body: newIssue(s)}),
      }),
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
  ],
  checks: [...uploads],
};
