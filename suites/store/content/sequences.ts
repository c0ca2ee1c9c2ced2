import {defined} from '../../../spec/defined.ts';
import type {Val} from '../../../spec/value.ts';
import type {CommandSteps, Model} from '../../language/model.ts';
import {seconds, type Handle, type Script} from '../../language/script.ts';
import {text} from '../../language/sent-values.ts';
import {
  fileOf,
  findIssues,
  issueIdOf,
  newIssue,
  pathOf,
  readByReference,
  readIssue,
} from '../issuing.ts';
import {fileAgain, walkIssues} from './issue-steps.ts';
import {EMPTY, relation, type IssuesState} from './model.ts';

/** A command on an issue that an earlier command uploaded. */
const onIssue = (record: (s: Script, created: Handle) => Handle<unknown>): CommandSteps => ({
  on: ['upload', 'upload a book for free'],
  record: (s, created) => record(s, defined(created, 'the upload of the issue')),
});

/**
 * The external_id of an issue, taken from the response: in a parallel command its upload was
 * recorded by another script.
 */
const externalIdOf = (created: Handle): Val => created.at('/data/issue/external_id');

/** A change of an issue: one request, which may be sent in parallel with another. */
const changing = (more: Record<string, Val>): CommandSteps => ({
  ...onIssue((s, created) =>
    s.call('updateIssue', {
      path: pathOf(created),
      body: changeOf(s, created, {publication_date: '2024-05-14', ...more}),
    }),
  ),
  atOnce: true,
});

/** The body of a change of an issue. */
const changeOf = (s: Script, created: Handle, more: Record<string, Val>): Record<string, Val> => ({
  external_id: externalIdOf(created),
  name: s.fresh('title'),
  ...fileAgain(s, {extension: 'epub', file_url: fileOf(s)}),
  ...more,
});

const SHOWN = 'read';

/** Issues are uploaded, changed, deleted and searched in any order. */
export const sequences: Model<IssuesState> = {
  rule: 'store.content.moves-are-the-listed-ones',
  start: EMPTY,
  relation,
  openings: [
    [
      'upload',
      ['change', 0],
      [SHOWN, 0],
      ['change for free', 0],
      ['find by the id', 0],
      ['delete', 0],
      [SHOWN, 0],
    ],
    [
      'upload',
      'upload a book for free',
      ['delete', 0],
      [SHOWN, 1],
      ['change', 1],
      'list',
      ['read by the external_id', 1],
    ],
    ['upload', ['delete', 0], ['change', 0], [SHOWN, 0], ['delete', 0], 'list'],
    [
      'upload',
      ['change', 0],
      ['change for free', 0, 'at the same moment'],
      [SHOWN, 0],
      ['change to no day', 0],
      [SHOWN, 0],
      ['find by the id', 0],
    ],
    [
      'upload',
      ['upload with its external_id', 0],
      ['delete', 0],
      ['upload with its external_id', 0],
      [SHOWN, 0],
    ],
    [
      'upload',
      ['change for free', 0],
      'let time pass',
      [SHOWN, 0],
      ['delete', 0],
      ['change', 0, 'at the same moment'],
      ['read by the external_id', 0],
      'let time pass',
      [SHOWN, 0],
    ],
  ],
  closing: ['list'],
  consecutive: true,
  commands: {
    upload: {record: (s) => s.call('createIssue', {body: newIssue(s, {free: false, lang: 'en'})})},
    'upload a book for free': {
      record: (s) => s.call('createIssue', {body: newIssue(s, {free: true, lang: 'es'})}),
    },
    change: changing({free: false, lang: 'fr'}),
    'change for free': changing({free: true, lang: 'de'}),
    'change to no day': onIssue((s, created) =>
      s.call('updateIssue', {
        path: pathOf(created),
        body: changeOf(s, created, {publication_date: 'presscheck-no-day', free: true, lang: 'pt'}),
      }),
    ),
    'upload with its external_id': onIssue((s, created) =>
      s.call('createIssue', {body: newIssue(s, {external_id: externalIdOf(created)})}),
    ),
    delete: {
      ...onIssue((s, created) => s.call('deleteIssue', {path: pathOf(created)})),
      atOnce: true,
    },
    [SHOWN]: onIssue((s, created) => readIssue(s, created)),
    'read by the external_id': onIssue((s, created) => readByReference(s, externalIdOf(created))),
    'find by the id': onIssue((s, created) => findIssues(s, text(issueIdOf(created)))),
    list: {record: (s) => walkIssues(s)},
    'let time pass': {
      record: (s) => {
        s.advance(seconds(30));
        return s.call('listIssues', {query: {query: 'converting'}});
      },
      takesTime: true,
    },
  },
  situation: ({issues}, {on}) => {
    const issue = on === undefined ? undefined : issues[on];
    if (!issue) return 'nothing';
    return `${issue.isLive ? 'live' : 'deleted'} ${Math.min(issue.updates, 3)}`;
  },
};
