import type {Val} from '../../../spec/value.ts';
import {acting, situationOf, type CommandSteps, type Model} from '../../language/model.ts';
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
import {relation, type Issues} from './model.ts';

/** A command on an issue that an earlier command uploaded. */
const onIssue = (
  record: (s: Script, created: Handle) => Handle<unknown>,
  more: Pick<CommandSteps, 'atOnce'> = {},
): CommandSteps => acting(['upload', 'upload a book for free'], record, more);

/**
 * The external_id of an issue, taken from the response: in a parallel command its upload was
 * recorded by another script.
 */
const externalIdOf = (created: Handle): Val => created.at('/data/issue/external_id');

/** A change of an issue: one request, which may be sent in parallel with another. */
const changing = (more: Record<string, Val>): CommandSteps =>
  onIssue(
    (s, created) =>
      s.call('updateIssue', {
        path: pathOf(created),
        body: changeOf(s, created, {publication_date: '2024-05-14', ...more}),
      }),
    {atOnce: true},
  );

/** The body of a change of an issue. */
const changeOf = (s: Script, created: Handle, more: Record<string, Val>): Record<string, Val> => ({
  external_id: externalIdOf(created),
  name: s.fresh('title'),
  ...fileAgain(s, {extension: 'epub', file_url: fileOf(s)}),
  ...more,
});

/** Issues are uploaded, changed, deleted and searched in any order. */
export const sequences: Model<Issues> = {
  rule: 'store.content.moves-are-the-listed-ones',
  start: {},
  relation,
  openings: [
    'upload, change, read, change for free, find by the id, delete, read',
    'upload, upload a book for free, delete @0, read, change, list, read by the external_id',
    'upload, delete, change, read, delete, list',
    'upload, change & change for free, read, change to no day, read, find by the id',
    'upload, upload with its external_id, delete, upload with its external_id, read',
    'upload, change for free, let time pass, read, delete & change, read by the external_id, ' +
      'let time pass, read',
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
    delete: onIssue((s, created) => s.call('deleteIssue', {path: pathOf(created)}), {atOnce: true}),
    read: onIssue((s, created) => readIssue(s, created)),
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
  situation: situationOf(
    ({isLive, updates}) => `${isLive ? 'live' : 'deleted'} ${Math.min(updates, 3)}`,
  ),
};
