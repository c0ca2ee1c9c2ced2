import {isObject} from '../../../spec/json.ts';
import type {Exchange, Val} from '../../../spec/step.ts';
import {check, type Chapter, type Setup} from '../../check.ts';
import {all, equal, holds, is, when} from '../../judge.ts';
import {column, repeated} from '../../rows.ts';
import type {Handle, Script} from '../../script.ts';
import {reserve, shown} from '../publishing.ts';

const mirrorsOf = (s: Script, publication: Val): Handle =>
  s.call('getPublicationReader', {path: {publication}});

const pushed = (s: Script): {publication: Val} => {
  const publication = shown(s).at('/id');
  s.control('push-mirrors', {role: 'full', publication});
  return {publication};
};

/**
 * No operation of this API pushes (NS-WS-23): the target does, or names a publication that was
 * pushed.
 */
const withMirrors: Setup<{publication: Val}> = {
  id: 'workspace: a pushed publication',
  ways: [pushed, (s) => ({publication: s.sample('pushed_publication')})],
};

/** Another publication has mirrors, where the target can bring that about. */
const besideMirrors: Setup<object> = {
  id: 'workspace: perhaps another that was pushed',
  ways: [pushed, () => ({})],
};

/** Texts of an answer, wherever they stand. */
const texts = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value]
    : Array.isArray(value)
      ? value.flatMap(texts)
      : isObject(value)
        ? Object.values(value).flatMap(texts)
        : [];

/**
 * Hosts of the URLs in the rows, and of those that call themselves the store's; not the
 * deployment's own. What an error says in words, and help beside the rows, need not be a store's.
 */
function elsewhere({body, sent}: Exchange): string[] {
  const {mirrors = [], ...beside} = body as {mirrors?: Record<string, unknown>[]};
  const rows = mirrors.map(({last_sync_error: _said, ...row}) => row);
  const called = Object.entries(beside)
    .filter(([name]) => /store/i.test(name))
    .map(([, value]) => value);
  const hosts = texts([rows, called]).flatMap((text) =>
    [...text.matchAll(/(?:\bhttps?:|^)\/\/([^\s/?#"'<>]+)/gi)].map(([, host]) =>
      host!.toLowerCase(),
    ),
  );
  return hosts.filter((host) => host !== new URL(sent.url).host);
}

/** Workspace / reader: where a publication stands on the reader store. */
export const reader: Chapter = {
  chapter: 'workspace/reader',
  visits: [
    {
      api: 'workspace',
      op: 'getPublicationReader',
      args: (s) => ({path: {publication: shown(s).at('/id')}}),
    },
  ],
  provocations: [
    {
      api: 'workspace',
      op: 'getPublicationReader',
      condition: 'mirrors with rows',
      given: withMirrors,
      act: (s, {publication}) => ({subject: mirrorsOf(s, publication)}),
    },
    {
      api: 'workspace',
      op: 'getPublicationReader',
      condition: 'unknown',
      act: (s) => ({
        subject: mirrorsOf(s, reserve(s).at('/publication_id')),
        control: mirrorsOf(s, shown(s).at('/id')),
      }),
    },
  ],
  checks: [
    check({
      rule: 'workspace.reader.mirrors-differ',
      given: withMirrors,
      act: (s, {publication}) => ({told: mirrorsOf(s, publication)}),
      judge: ({told}) => {
        const mirrors = column([told], '/mirror', '/mirrors');
        return when(mirrors.length > 1, `${mirrors.length} mirrors: nothing to tell apart`, () =>
          equal(repeated(mirrors), [], 'one-mirror-twice', told),
        );
      },
    }),
    check({
      rule: 'workspace.reader.never-pushed-has-none',
      given: besideMirrors,
      act: (s) => ({told: mirrorsOf(s, shown(s).at('/id'))}),
      judge: ({told}) =>
        all(
          is(told, 'mirrors', 'not-answered'),
          equal(column([told], '/mirror', '/mirrors').length, 0, 'mirrors-of-nothing', told),
        ),
    }),
    check({
      rule: 'workspace.reader.no-store-url',
      given: withMirrors,
      act: (s, {publication}) => ({
        rows: mirrorsOf(s, publication),
        none: mirrorsOf(s, shown(s).at('/id')),
      }),
      judge: ({rows, none}) =>
        when(column([rows], '/mirror', '/mirrors').length > 0, 'no mirrors: no store', () =>
          all(
            ...[rows, none].map((told) =>
              holds(elsewhere(told).length === 0, {
                branch: 'a-url',
                expected: 'no URL',
                got: `${elsewhere(told).length} of another host`,
                at: told,
              }),
            ),
          ),
        ),
    }),
  ],
};
