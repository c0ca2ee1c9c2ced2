import type {Seam} from '../../../defect.ts';
import {isRefused, refuse, type Done, type Refused} from '../../../operation.ts';
import type {KeyRow} from '../../../workspace/access/rows.ts';
import {around} from '../../breaking.ts';
import {
  acceptedLike,
  refusedAs,
  refusedButDone,
  refusedButStored,
  shown,
  together,
  unguarded,
} from '../../families/seams.ts';
import {GIVEN} from '../../families/when.ts';
import {defects, each, type Phrases} from '../../table.ts';
import {
  ACCOUNT,
  CURRENT,
  DOWNLOAD,
  ofKeys,
  PUBLICATION,
  PUBLICATIONS,
  REGISTER,
  RESERVE,
  spendsOne,
  START,
  USAGE,
} from '../rows.ts';
import {spend} from '../runs/altered-runs.ts';

/** Four operations accept a credential that all others refuse. */
const acceptedBy = (condition: string, what: string): Phrases =>
  each(['createUpload', 'createPublication', 'listPublications', 'getPublication'], (operation) => [
    `${operation} accepts ${what}`,
    unguarded(condition, [operation]),
  ]);

type Credential = Extract<Seam, {seam: 'credential'}>;

const keysWhere = (where: Record<string, unknown>, edit: Credential['edit']): Seam => ({
  seam: 'credential',
  table: 'keys',
  where,
  edit,
});

/** Changes the abilities of keys that a test creates. Keys of a template have a role, created ones have none. */
export const newKeysHave = (abilities: string[]): Seam =>
  keysWhere({role: undefined}, {set: {abilities}});

const toolsOnlyKeysHave = (abilities: string[]): Seam =>
  keysWhere({role: 'tools-only'}, {set: {abilities}});

/** Reports an unknown id before the missing key or ability. */
const lookingFirst = (before: string, operation: string, what = 'publication'): Seam =>
  refusedAs(before, {situation: `${what}-not-found`}, {in: [operation], when: 'unknown'});

/** Judges a body before the key or its ability. */
const bodyFirst = (before: string, operations: string[]): Seam =>
  refusedAs(before, {situation: 'body-refused'}, {in: operations, when: 'invalid'});

/** Looks at the ability of a key only after the operation was tried, and not at all for some results. */
const lookingAtAbilityLast = (
  operations: string[],
  ability: KeyRow['abilities'][number],
  isTold: (result: Done | Refused) => boolean,
): Seam =>
  together(
    unguarded('forbidden', operations),
    around(operations, (next) => (view, input) => {
      const {abilities = []} = view.find<KeyRow>('keys', input.by) ?? {};
      const result = next(view, input);
      return isTold(result) || abilities.includes(ability)
        ? result
        : refuse('forbidden', {expected: ability, got: 'less', todo: 'use another key'});
    }),
  );

const isRefusedAs =
  (situation: string) =>
  (result: Done | Refused): boolean =>
    isRefused(result) && result.refused === situation;

/** An operation takes the workspace from a parameter. */
const obeying = (operations: string[], parameter: string, body?: true): Seam => ({
  seam: 'tenant',
  in: operations,
  parameter,
  ...(body && {body}),
});

const withQuery = (operations: string[]): Seam =>
  unguarded('no-key', operations, {withQuery: true});

/** An operation reports what is unknown before the missing ability. */
const lookingFirstAt = (operation: string, what: string) => ({
  [`workspace.access.ability-comes-before-lookup @ ${operation}`]: {
    [`${operation} reports an unknown ${what} before the missing ability`]: lookingFirst(
      'forbidden',
      operation,
      what,
    ),
  },
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
    'a tools-only key has every ability': toolsOnlyKeysHave([
      'library:read',
      'library:write',
      'tools:run',
    ]),
    'a tools-only key can read': toolsOnlyKeysHave(['library:read', 'tools:run']),
  },
  'workspace.access.bearer-key-is-accepted': {
    'every key is refused': {seam: 'credential', table: 'keys', edit: 'refused'},
    'getAccount needs no key': unguarded('no-key', ACCOUNT),
  },
  'workspace.access.missing-key-comes-first': {
    'an unknown id is reported before the missing key': lookingFirst(
      'unauthenticated',
      'getPublication',
    ),
    'an invalid registration is reported before the missing key': bodyFirst(
      'unauthenticated',
      REGISTER,
    ),
    'an invalid reservation is reported before the missing key': bodyFirst(
      'unauthenticated',
      RESERVE,
    ),
  },
  'workspace.access.missing-key-comes-first @ any body': {
    'an invalid start is reported before the missing key': bodyFirst('unauthenticated', START),
    'a reservation by an invalid body is refused before the missing key': bodyFirst(
      'unauthenticated',
      RESERVE,
    ),
    'a registration by an invalid body is refused before the missing key': bodyFirst(
      'unauthenticated',
      REGISTER,
    ),
  },
  'workspace.access.missing-key-comes-first @ a registration without a key has no effect': {
    'a registration without a key is refused and carried out': refusedButDone(
      REGISTER,
      'unauthenticated',
    ),
  },
  'workspace.access.ability-comes-before-lookup': {
    'an unknown id is reported before the missing ability': lookingFirst(
      'forbidden',
      'getPublication',
    ),
    'an invalid registration is reported before the missing ability': bodyFirst(
      'forbidden',
      REGISTER,
    ),
    'an invalid reservation is reported before the missing ability': bodyFirst(
      'forbidden',
      RESERVE,
    ),
  },
  ...lookingFirstAt('listPublicationFiles', 'publication'),
  ...lookingFirstAt('getCurrentPublicationFile', 'publication'),
  ...lookingFirstAt('getPublicationReader', 'publication'),
  ...lookingFirstAt('downloadFile', 'file'),
  'workspace.access.ability-comes-before-lookup @ without any allowance': {
    'a spent allowance is reported before the missing ability': lookingAtAbilityLast(
      RESERVE,
      'library:write',
      isRefusedAs('allowance-spent'),
    ),
  },
  'workspace.access.ability-comes-before-lookup @ startRun': {
    'a start reports an unknown publication before the missing ability': lookingAtAbilityLast(
      START,
      'tools:run',
      isRefusedAs('publication-not-found'),
    ),
  },
  'workspace.access.ability-comes-before-lookup @ a retry of a run': {
    'a retry is answered before the ability is looked at': lookingAtAbilityLast(
      START,
      'tools:run',
      (done) => !isRefused(done) && done.situation === 'replayed',
    ),
  },
  'workspace.access.ability-refusal-has-no-effect': {
    'a refused registration is carried out': refusedButDone(REGISTER, 'forbidden'),
    'a refused registration creates the publication': refusedButDone(REGISTER, 'forbidden', {
      only: ['publications', 'files'],
    }),
    'a refused reservation spends the allowance': refusedButStored(RESERVE, 'forbidden', (view) =>
      spendsOne(view),
    ),
    'a refused registration spends the allowance': refusedButDone(REGISTER, 'forbidden', {
      only: ['workspaces'],
    }),
  },
  'workspace.access.ability-refusal-has-no-effect @ after every step': {
    'a registration without the ability spends': refusedButStored(REGISTER, 'forbidden', (view) =>
      spendsOne(view),
    ),
  },
  'workspace.access.ability-refusal-has-no-effect @ startRun': {
    'a refused start spends a run': refusedButStored(START, 'forbidden', (view) => [spend(view)]),
  },
  'workspace.access.new-key-has-library-abilities': {
    'a new key cannot write': newKeysHave(['library:read', 'tools:run']),
    'a new key cannot read': newKeysHave(['library:write', 'tools:run']),
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
    ...each(
      [
        'listPublicationFiles obeys workspace',
        'getCurrentPublicationFile obeys workspace_id',
        'getPublicationReader obeys account',
        'downloadFile obeys account_id',
        'startRun obeys workspace',
        'readRun obeys workspace_id',
      ],
      (how) => {
        const [operation = '', , parameter = ''] = how.split(' ');
        return [`${how} in the query`, obeying([operation], parameter)];
      },
    ),
    'startRun obeys workspace_id in the body': obeying(START, 'workspace_id', true),
  },
});
