import type {Exchange} from '../../../spec/step.ts';
import {check, checksOf, type Chapter} from '../../check.ts';
import {all, holds, is, memberIs, unusable, when} from '../../judge.ts';
import {column} from '../../rows.ts';
import {minutes, seconds, type Args, type Handle, type Script} from '../../script.ts';
import {files} from '../running.ts';
import {uploaded, versioned, type Versioned} from '../versions.ts';

const linkTo = (s: Script, version: Handle, args: Args = {}): Handle =>
  s.call('downloadFile', {path: {file: version.at('/id')}, ...args});

/** A redirect may say something, even at some length (NS-WS-48); the file is something else. */
const carries = ({bytes, headers}: Exchange, {requestBody: asked}: Exchange): boolean =>
  bytes !== undefined &&
  (bytes.sha256 === asked.sha256 ||
    (bytes.size === asked.size && !headers['content-type']?.startsWith('text/')));

/** Workspace / downloads: short-lived links to a file version. */
export const downloads: Chapter = {
  chapter: 'workspace/downloads',
  visits: [
    {
      api: 'workspace',
      op: 'downloadFile',
      args: (s) => ({path: {file: uploaded(s).original.at('/id')}}),
    },
  ],
  provocations: [
    {
      api: 'workspace',
      op: 'downloadFile',
      condition: 'unknown',
      // No other id will do: where ids are counted, that of a publication may be a file's too.
      act: (s) => {
        const control = linkTo(s, uploaded(s).original);
        return {control, subject: s.call('downloadFile', {path: {file: s.sample('unknown_file')}})};
      },
    },
    {
      api: 'workspace',
      op: 'downloadFile',
      condition: 'downloads-unavailable',
      act: (s) => {
        const {original} = uploaded(s);
        const control = linkTo(s, original);
        s.control('withhold-downloads', {role: 'full'});
        return {control, subject: linkTo(s, original)};
      },
    },
  ],
  checks: [
    check({
      rule: 'workspace.downloads.bytes-do-not-pass-the-api',
      act: (s) => {
        const {sent, original} = uploaded(s);
        return {sent, answer: linkTo(s, original)};
      },
      judge: ({sent, answer}) =>
        when(
          answer.status < 400 || unusable(answer) !== undefined,
          `a download was answered ${answer.status}`,
          () =>
            holds(!carries(answer, sent), {
              branch: 'bytes-in-the-answer',
              expected: 'an answer without the file',
              got: `${answer.status} with ${answer.bytes?.size ?? 'no'} bytes`,
              at: answer,
            }),
        ),
    }),
    ...checksOf(
      {
        id: 'workspace.downloads: the original',
        api: 'workspace',
        act: (s) => {
          const {sent, original} = uploaded(s);
          const link = linkTo(s, original, {expects: 'redirect'});
          return {sent, bytes: s.download(link.at('header:location'))};
        },
      },
      {
        'workspace.downloads.link-needs-no-key': ({bytes}) =>
          is(bytes, 'fetched', 'refused-without-a-key'),
        'workspace.downloads.link-brings-the-bytes': ({sent, bytes}) =>
          when(bytes.situations.includes('fetched'), `the link was answered ${bytes.status}`, () =>
            all(
              memberIs(bytes, '/size', sent.requestBody.size, 'another-size'),
              memberIs(bytes, '/sha256', sent.requestBody.sha256, 'other-bytes'),
            ),
          ),
      },
    ),
    check({
      rule: 'workspace.downloads.link-lives-10-minutes',
      act: (s) => {
        const {original} = uploaded(s);
        // At an instant that no clock's window begins with.
        s.advance(minutes(4));
        const early = linkTo(s, original, {expects: 'redirect'});
        const late = linkTo(s, original, {expects: 'redirect'});
        s.advance(minutes(10) - seconds(5));
        const within = s.download(early.at('header:location'));
        s.advance(seconds(10));
        return {within, after: s.download(late.at('header:location'))};
      },
      judge: ({within, after}) =>
        all(
          is(within, 'fetched', 'dead-before-10-minutes'),
          is(after, 'storage-refused', 'alive-after-10-minutes'),
        ),
    }),
    check<Versioned, Record<string, Handle>>({
      rule: 'workspace.downloads.listed-version-downloads',
      given: versioned,
      act: (s, {made, versions}) => {
        const list = files(s, made);
        const seen: Record<string, Handle> = {list};
        for (let row = 0; row < versions; row += 1) {
          // Fewer rows where a tool did not succeed; a refusal has no link behind it.
          const link = s.call('downloadFile', {
            path: {file: list.at(`/data/${row}/id`)},
            optional: true,
          });
          Object.assign(seen, {
            [`link ${row}`]: link,
            [`bytes ${row}`]: s.download(link.at('header:location'), {optional: true}),
          });
        }
        return seen;
      },
      judge: ({list, ...seen}) =>
        all(
          ...column([list!], '/id').flatMap((_id, row) => {
            const [link, bytes] = [seen[`link ${row}`], seen[`bytes ${row}`]];
            return [
              ...(link ? [is(link, 'redirect', 'no-link')] : []),
              ...(bytes ? [is(bytes, 'fetched', 'nothing-behind-the-link')] : []),
            ];
          }),
        ),
    }),
  ],
};
