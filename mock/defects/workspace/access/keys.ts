import type {Seam} from '../../../defect.ts';
import {isRefused, refuse} from '../../../operation.ts';
import type {Ability} from '../../../workspace/access/ability.ts';
import type {KeyRow} from '../../../workspace/access/rows.ts';
import {around} from '../../breaking.ts';
import {
  refusedAs,
  refusedButDone,
  refusedButStored,
  shown,
  together,
  unguarded,
} from '../../families/seams.ts';
import {showing} from '../../families/reads.ts';
import {acceptedLike} from '../../families/credentials.ts';
import {GIVEN} from '../../families/when.ts';
import {defects, each, type Phrases} from '../../table.ts';
import {
  ACCOUNT,
  costlyRefusal,
  creating,
  CURRENT,
  DOWNLOAD,
  FILES,
  ofKeys,
  PUBLICATION,
  PUBLICATIONS,
  READER,
  REGISTER,
  RESERVE,
  RUN,
  spending,
  START,
  TOOLS,
  USAGE,
} from '../rows.ts';
import {spend} from '../runs/altered-runs.ts';

/** Four operations accept a credential that all others refuse. */
const acceptedBy = (condition: string, what: string): Phrases =>
  each(['createUpload', 'createPublication', 'listPublications', 'getPublication'], (operation) => [
    `${operation} accepts ${what}`,
    unguarded(condition, [operation]),
  ]);

/** Changes the abilities of keys with a role. */
const havingAbilities = (role: string | undefined, ...abilities: Ability[]): Seam => ({
  seam: 'credential',
  table: 'keys',
  where: {role},
  edit: {set: {abilities}},
});

/** Changes the abilities of keys that a test creates. Keys of a template have a role, created ones have none. */
export const newKeysHave = (...abilities: Ability[]): Seam =>
  havingAbilities(undefined, ...abilities);

const KEYLESS = 'unauthenticated';
const UNABLE = 'forbidden';

/** Reports an unknown id before the missing key or ability. */
const idFirst = (before: string, operations: string[], what = 'publication'): Seam =>
  refusedAs(before, {situation: `${what}-not-found`}, {in: operations, when: 'unknown'});

/** Judges a body before the key or its ability. */
const bodyFirst = (before: string, operations: string[]): Seam =>
  refusedAs(before, {situation: 'body-refused'}, {in: operations, when: 'invalid'});

/** Looks at the ability of a key only after the operation was tried, and not at all for a result. */
const abilityLast = (operations: string[], ability: Ability, told: string): Seam =>
  together(
    unguarded('forbidden', operations),
    around(operations, (next) => (view, input) => {
      const {abilities = []} = view.find<KeyRow>('keys', input.by) ?? {};
      const result = next(view, input);
      const situation = isRefused(result) ? result.refused : result.situation;
      return situation === told || abilities.includes(ability)
        ? result
        : refuse('forbidden', {expected: ability, got: 'less', todo: 'use another key'});
    }),
  );

const obeying = (operations: string[], parameter: string, body?: true): Seam => ({
  seam: 'tenant',
  in: operations,
  parameter,
  ...(body && {body}),
});

const withQuery = (operations: string[]): Seam =>
  unguarded('no-key', operations, {withQuery: true});

const lookingFirstAt = (operation: string, what: string) => ({
  [`workspace.access.ability-comes-before-lookup @ ${operation}`]: {
    [`${operation} reports an unknown ${what} before the missing ability`]: idFirst(
      UNABLE,
      [operation],
      what,
    ),
  },
});

/** Shows something else to keys that lack an ability. */
const toWeak = <Body extends object>(operations: string[], change: (body: Body) => object): Seam =>
  showing<Body>(operations, (body, view, {by}) => {
    const key = by === undefined ? undefined : view.find<KeyRow>('keys', by);
    return key && key.abilities.length < 3 ? change(body) : undefined;
  });

/** Defects of keys and their abilities (Authentication). */
export const keys = defects({
  'workspace.access.ability-is-needed @ in any state of a publication': {
    'the working version is read without the ability': unguarded('forbidden', CURRENT),
    'the links of any file are read without the ability': unguarded('forbidden', DOWNLOAD),
  },
  'workspace.access.ability-alone-suffices @ for a further page of the list': {
    'a key that may only read is refused the second page': ofKeys.refusing(
      PUBLICATIONS,
      'forbidden',
      {before: {role: 'read-only'}, query: {cursor: GIVEN}},
    ),
  },
  'workspace.access.ability-alone-suffices @ in any state of a publication': {
    'a key that may only read sees no mirrors': toWeak<{mirrors: object[]}>(READER, () => ({
      mirrors: [],
    })),
    'a key that may only read sees one version': toWeak<{data: object[]}>(FILES, ({data}) => ({
      data: data.slice(0, 1),
    })),
    'a key that may only run tools sees one less': toWeak<{data: object[]}>(TOOLS, ({data}) => ({
      data: data.slice(1),
    })),
  },
  'workspace.access.unknown-key-is-refused': {
    'the last character of a key is ignored': acceptedLike('keys', 'another-end'),
    'characters after a valid key are ignored': acceptedLike('keys', 'longer'),
    'the beginning of a valid key is accepted': acceptedLike('keys', 'one-shorter'),
    ...acceptedBy('unknown-key', 'an unknown key'),
  },
  'workspace.access.key-has-its-letter-case': {
    'letters of a key are compared without case': acceptedLike('keys', 'other-case'),
  },
  'workspace.access.missing-key-is-refused': {
    'getAccount accepts an empty key': unguarded('empty-key', ACCOUNT),
    'a key in X-Api-Key is accepted': unguarded('key-in-other-header'),
  },
  'workspace.access.missing-key-is-refused @ with a query': {
    'the usage is served without a key where the request has a query': withQuery(USAGE),
    'a publication is served without a key where the request has a query': withQuery(PUBLICATION),
  },
  'workspace.access.other-scheme-is-refused': {
    ...acceptedBy('other-scheme', 'another scheme'),
    'a key without a scheme is accepted': unguarded('bare-key'),
    'a key after the scheme Token is accepted': unguarded('token-scheme'),
  },
  'workspace.access.store-token-is-refused': acceptedBy('store-token', 'a store token'),
  'workspace.access.ability-is-needed': {
    'a tools-only key has every ability': havingAbilities(
      'tools-only',
      'library:read',
      'library:write',
      'tools:run',
    ),
    'a tools-only key can read': havingAbilities('tools-only', 'library:read', 'tools:run'),
  },
  'workspace.access.bearer-key-is-accepted': {
    'every key is refused': {seam: 'credential', table: 'keys', edit: 'refused'},
    'getAccount needs no key': unguarded('no-key', ACCOUNT),
  },
  'workspace.access.missing-key-comes-first': {
    'an unknown id is reported before the missing key': idFirst(KEYLESS, PUBLICATION),
    'an invalid registration is reported before the missing key': bodyFirst(KEYLESS, REGISTER),
    'an invalid reservation is reported before the missing key': bodyFirst(KEYLESS, RESERVE),
  },
  'workspace.access.missing-key-comes-first @ any body': {
    'an invalid start is reported before the missing key': bodyFirst(KEYLESS, START),
    'a reservation by an invalid body is refused before the missing key': bodyFirst(
      KEYLESS,
      RESERVE,
    ),
    'a registration by an invalid body is refused before the missing key': bodyFirst(
      KEYLESS,
      REGISTER,
    ),
  },
  'workspace.access.missing-key-comes-first @ a registration without a key has no effect': {
    'a registration without a key is refused and carried out': refusedButDone(REGISTER, KEYLESS),
  },
  'workspace.access.ability-comes-before-lookup': {
    'an unknown id is reported before the missing ability': idFirst(UNABLE, PUBLICATION),
    'an invalid registration is reported before the missing ability': bodyFirst(UNABLE, REGISTER),
    'an invalid reservation is reported before the missing ability': bodyFirst(UNABLE, RESERVE),
  },
  ...lookingFirstAt('listPublicationFiles', 'publication'),
  ...lookingFirstAt('getCurrentPublicationFile', 'publication'),
  ...lookingFirstAt('getPublicationReader', 'publication'),
  ...lookingFirstAt('downloadFile', 'file'),
  'workspace.access.ability-comes-before-lookup @ without any allowance': {
    'a spent allowance is reported before the missing ability': abilityLast(
      RESERVE,
      'library:write',
      'allowance-spent',
    ),
  },
  'workspace.access.ability-comes-before-lookup @ startRun': {
    'a start reports an unknown publication before the missing ability': abilityLast(
      START,
      'tools:run',
      'publication-not-found',
    ),
  },
  'workspace.access.ability-comes-before-lookup @ a retry of a run': {
    'a retry is answered before the ability is looked at': abilityLast(
      START,
      'tools:run',
      'replayed',
    ),
  },
  'workspace.access.ability-refusal-has-no-effect': {
    'a refused registration is carried out': refusedButDone(REGISTER, 'forbidden'),
    'a refused registration creates the publication': creating('forbidden'),
    'a refused reservation spends the allowance': costlyRefusal(RESERVE, 'forbidden'),
    'a refused registration spends the allowance': spending('forbidden'),
  },
  'workspace.access.ability-refusal-has-no-effect @ after every step': {
    'a registration without the ability spends': costlyRefusal(REGISTER, 'forbidden'),
  },
  'workspace.access.ability-refusal-has-no-effect @ startRun': {
    'a refused start spends a run': refusedButStored(START, 'forbidden', (view) => [spend(view)]),
  },
  'workspace.access.new-key-has-library-abilities': {
    'a new key cannot write': newKeysHave('library:read', 'tools:run'),
    'a new key cannot read': newKeysHave('library:write', 'tools:run'),
  },
  'workspace.access.key-names-one-workspace': {
    'every key names the same workspace': shown('account', '/workspace', 'ws_everyone'),
    'every second request names another workspace': shown('account', '/workspace', 'ws_another', {
      every: 2,
    }),
  },
  'workspace.access.no-workspace-parameter': {
    'getAccount obeys the parameter workspace': obeying(ACCOUNT, 'workspace'),
    'getAccount obeys the parameter account_id': obeying(ACCOUNT, 'account_id'),
    'createUpload obeys the parameter workspace': obeying(RESERVE, 'workspace'),
    'createUpload obeys workspace in the body': obeying(RESERVE, 'workspace', true),
    'createPublication obeys the parameter account': obeying(REGISTER, 'account'),
    'createPublication obeys account in the body': obeying(REGISTER, 'account', true),
  },
  'workspace.access.no-workspace-parameter @ getAccountUsage': {
    'getAccountUsage obeys workspace_id in the query': obeying(USAGE, 'workspace_id'),
  },
  'workspace.access.no-workspace-parameter @ what a publication has': {
    'listPublicationFiles obeys workspace in the query': obeying(FILES, 'workspace'),
    'getCurrentPublicationFile obeys workspace_id in the query': obeying(CURRENT, 'workspace_id'),
    'getPublicationReader obeys account in the query': obeying(READER, 'account'),
    'downloadFile obeys account_id in the query': obeying(DOWNLOAD, 'account_id'),
    'startRun obeys workspace in the query': obeying(START, 'workspace'),
    'readRun obeys workspace_id in the query': obeying(RUN, 'workspace_id'),
    'startRun obeys workspace_id in the body': obeying(START, 'workspace_id', true),
  },
});
