import {expect, test} from 'vitest';
import {loadSpecifications} from '../../../spec/specification.ts';
import type {RuleId} from '../../../spec/rule.ts';
import type {Violation} from '../../../spec/run-record.ts';
import type {Check} from '../../language/check.ts';
import type {Foundation} from '../../language/foundation.ts';
import {withoutConsequences} from './consequences.ts';
import type {PlaceResult} from '../judge/place-results.ts';

const specifications = loadSpecifications();

const SUCCESS = 'store.users.deactivate-answers-200';
const UNIQUE = 'store.users.email-is-unique';
const RACE = 'store.users.parallel-creates-stay-unique';
const MODEL = 'store.users.moves-are-the-listed-ones';

const not = (op: string, wanted: string, got = '422'): Violation => ({
  branch: 'b',
  expected: wanted,
  got,
  step: 's1',
  op,
  wanted: [wanted],
});

/** A place of a rule at which its check failed. */
function failed(
  rule: RuleId,
  violations: Violation[],
  more: Partial<Check & Pick<PlaceResult, 'witnesses' | 'place'>> = {},
): PlaceResult {
  const {witnesses = [], place = '*', ...check} = more;
  const verdict = {place, verdict: 'failed' as const, witnesses: [], violations};
  const made = {rule, place, ...check} as unknown as Check;
  return {rule, place, witnesses, verdicts: new Map([[made, verdict]])};
}

/** What a rule rests on: each of these rules, whatever it was that broke it. */
const restingOn = (...rules: RuleId[]): Foundation[] => rules.map((rule) => ({rule, spoils: []}));

/** By rule: the rule that each failure is put down to, or `failed`. */
const outcomes = (placeResults: PlaceResult[]): Record<RuleId, string | undefined> =>
  Object.fromEntries(
    withoutConsequences(placeResults, specifications).map(({rule, verdicts}) => {
      const [verdict] = verdicts.values();
      return [rule, verdict?.verdict === 'failed' ? 'failed' : verdict?.blockedBy];
    }),
  );

test('a failure is put down to a broken rule that its rule presupposes', () => {
  const twice: Violation = {branch: 'b', expected: 'one', got: 'two', step: 's1'};
  const race = failed(RACE, [twice], {restsOn: restingOn(UNIQUE)});
  const unique = failed(UNIQUE, [not('createUser', 'invalid', '201')]);
  expect(outcomes([race, unique])).toEqual({[RACE]: UNIQUE, [UNIQUE]: 'failed'});
  expect(outcomes([race])).toEqual({[RACE]: 'failed'});
});

test('a leak is explained by another rule that protects, and by no other one', () => {
  const [FOREIGN, KEY] = [
    'workspace.access.foreign-is-not-found',
    'workspace.access.unknown-key-is-refused',
  ];
  const served = {...not('getPublication', 'publication-not-found', '200'), status: 200};
  const refused = {...served, got: '403', status: 403};
  const shape = 'workspace.access.failure-has-reason';
  const broken = (rule: RuleId): PlaceResult => failed(rule, [not('getAccount', 'x')]);
  const foreign = (violation: Violation): PlaceResult =>
    failed(FOREIGN, [violation], {restsOn: restingOn(shape, KEY)});
  expect(outcomes([foreign(served), broken(shape)])[FOREIGN]).toBe('failed');
  expect(outcomes([foreign(refused), broken(shape)])[FOREIGN]).toBe(shape);
  expect(outcomes([foreign(served), broken(KEY)])[FOREIGN]).toBe(KEY);
});

test('no rule of shape explains an effect on another tenant, nor a write that was served without permission', () => {
  const [SHOWN, READ] = [
    'store.users.deleted-at-is-set-while-deactivated',
    'store.content.read-gives-the-issue',
  ];
  const effect: Violation = {branch: 'user-reactivated', expected: 'x', got: 'y', step: 's1'};
  const served = {...not('deleteIssue', 'not-permitted', '200'), status: 200};
  for (const [rule, violation, shape] of [
    ['store.access.foreign-write-has-no-effect', effect, SHOWN],
    ['store.access.refusal-without-token-has-no-effect', effect, SHOWN],
    ['store.content.delete-needs-permission', served, READ],
  ] as const) {
    const leak = failed(rule, [violation], {restsOn: restingOn(shape)});
    expect(outcomes([leak, failed(shape, [not('listUsers', 'page')])])[rule]).toBe('failed');
  }
});

const [LIST, READ] = ['listUsers', 'deactivateUser'];

/** A response in place of the situation `there`; `got` begins with its status. */
const shown = (op: string, got = '422'): Violation => ({
  ...not(op, 'there', got),
  status: Number(got.slice(0, 3)),
});

test.each<[what: string, narrowed: Partial<Foundation>, broken: Violation, isSpoiled: boolean]>([
  ['another operation', {alike: 'operation'}, shown(LIST, '404 gone'), false],
  ['the same operation', {alike: 'operation'}, shown(READ, '403'), true],
  ['the same operation, otherwise refused', {alike: 'response'}, shown(READ, '403'), false],
  ['the same response', {alike: 'response'}, shown(READ, '404 gone'), true],
  ['the same refusal elsewhere', {alike: 'response'}, shown(LIST, '404 gone'), false],
  ['the same refusal anywhere', {alike: 'refusal'}, shown(LIST, '404 (unknown)'), true],
  ['another refusal anywhere', {alike: 'refusal'}, shown(READ, '403'), false],
  ['an operation that is named', {operations: [READ]}, shown(LIST), true],
  ['an operation that is not', {operations: [LIST]}, shown(READ), false],
  ['a branch that is named', {branches: ['b']}, shown(LIST), true],
  ['a branch that is not', {branches: ['c']}, shown(READ), false],
])('a narrow foundation explains what fits it alone: %s', (_what, narrowed, broken, isSpoiled) => {
  const restsOn = [{rule: UNIQUE, spoils: [], ...narrowed}];
  const spoiled = failed(RACE, [shown(READ, '404 gone')], {restsOn});
  // The broken rule comes later, and its violation beside another one: nothing else explains.
  const other = {...not(LIST, 'users'), branch: 'other'};
  const outcome = outcomes([spoiled, failed(UNIQUE, [broken, other], {table: true})]);
  expect(outcome[RACE]).toBe(isSpoiled ? UNIQUE : 'failed');
});

test('a narrow foundation hides no leak behind a wrong refusal', () => {
  const restsOn = [{rule: UNIQUE, spoils: [], alike: 'refusal' as const}];
  const leak = failed(RACE, [shown(READ, '200 (there)')], {restsOn});
  const served = failed(UNIQUE, [shown(LIST, '200 (there)')]);
  expect(outcomes([leak, served])).toEqual({[RACE]: 'failed', [UNIQUE]: 'failed'});
});

test('one violation that a narrow foundation does not fit fails the rule with all the others', () => {
  const restsOn = [{rule: UNIQUE, spoils: [], branches: ['b']}];
  const leak = {...not(READ, 'deactivated'), branch: 'leak'};
  const both = failed(RACE, [not(READ, 'deactivated'), leak], {restsOn});
  const unique = failed(UNIQUE, [not(LIST, 'users')], {table: true});
  expect(outcomes([both, unique])).toEqual({[RACE]: 'failed', [UNIQUE]: 'failed'});
});

test('what a rule rests on holds at places that only responses in passing break', () => {
  const decided = failed(RACE, [], {restsOn: restingOn(UNIQUE), place: 'one'});
  const violation = not(READ, 'deactivated', '500');
  const verdict = {place: 'another', verdict: 'failed' as const, witnesses: []};
  const passing: PlaceResult = {
    rule: RACE,
    place: 'another',
    witnesses: [],
    verdicts: new Map(),
    passiveVerdict: {...verdict, violations: [violation]},
  };
  const unique = failed(UNIQUE, [not(LIST, 'users')]);
  const [, seen] = withoutConsequences([decided, passing, unique], specifications);
  expect(seen?.passiveVerdict).toMatchObject({verdict: 'inconclusive', blockedBy: UNIQUE});
});

test('what a response breaks in passing is put down to a broken rule, too', () => {
  const [rule, bound] = [
    'store.users.has-sessions-limit',
    'store.users.sessions-limit-is-1-to-999999',
  ];
  const above: Violation = {branch: 'b', expected: 'at most 999999', got: '1000000', step: 's1'};
  const verdict = {place: '*', witnesses: [], violations: [above]};
  const check = {rule, place: '*', restsOn: restingOn(bound)} as unknown as Check;
  const shown: PlaceResult = {
    rule,
    place: '*',
    witnesses: [],
    verdicts: new Map([[check, {...verdict, verdict: 'passed' as const, violations: []}]]),
    passiveVerdict: {...verdict, verdict: 'failed'},
  };
  const [alone] = withoutConsequences([shown], specifications);
  expect(alone?.passiveVerdict).toMatchObject({verdict: 'failed'});
  const bounds = failed(bound, [not('createUser', 'invalid', '201')]);
  const [beside] = withoutConsequences([shown, bounds], specifications);
  expect(beside?.passiveVerdict).toMatchObject({verdict: 'inconclusive', blockedBy: bound});
});

test('a body that was wrong only in the place of a refusal is put down to the rule of the refusal', () => {
  const rule = 'store.users.has-email';
  const place = 'deactivateUser deactivated /data';
  const lacks = {branch: 'required', expected: 'it', got: 'nothing', step: 's1', op: READ};
  const passiveVerdict = {place, verdict: 'failed' as const, witnesses: [], violations: [lacks]};
  const witnesses = [{of: place, saw: 'it'}];
  const passing: PlaceResult = {rule, place, witnesses, verdicts: new Map(), passiveVerdict};
  const unknown = failed('store.users.unknown-is-not-found', [
    {...not(READ, 'user-not-found', '200'), status: 200},
  ]);
  const [beside] = withoutConsequences([passing, unknown], specifications);
  expect(beside?.passiveVerdict).toMatchObject({blockedBy: 'store.users.unknown-is-not-found'});
  const verdict = {place, verdict: 'passed' as const, witnesses: [], violations: []};
  const check = {rule, place} as unknown as Check;
  const decided = {...passing, witnesses: [], verdicts: new Map([[check, verdict]])};
  const [byItsCheck] = withoutConsequences([decided, unknown], specifications);
  expect(byItsCheck?.passiveVerdict).toMatchObject({blockedBy: 'store.users.unknown-is-not-found'});
  const everywhere = {...passing, witnesses: []};
  const [wrong] = withoutConsequences([everywhere, unknown], specifications);
  expect(wrong?.passiveVerdict).toMatchObject({verdict: 'failed'});
});

test('what was seen stays beside the rule that it is put down to', () => {
  const violations = [not('createUser', 'invalid', '201')];
  const race = failed(RACE, violations, {restsOn: restingOn(UNIQUE)});
  const [explainedRace] = withoutConsequences([race, failed(UNIQUE, violations)], specifications);
  const [verdict] = explainedRace?.verdicts.values() ?? [];
  expect(verdict).toMatchObject({verdict: 'inconclusive', blocked: true, violations});
});

test('an operation that never succeeds breaks one rule', () => {
  const violations = [not('deactivateUser', 'deactivated', '500')];
  const place = 'deactivateUser deactivated';
  const success = failed(SUCCESS, violations, {place, plain: true, table: true});
  const other = failed('store.users.deactivation-deactivates', violations);
  expect(outcomes([success, other])).toEqual({
    [SUCCESS]: 'failed',
    'store.users.deactivation-deactivates': SUCCESS,
  });
});

test('an operation that succeeds otherwise does not answer for a request that is refused', () => {
  const violations = [not('deactivateUser', 'deactivated')];
  const place = 'deactivateUser deactivated';
  const witnesses = [{of: place, saw: 'deactivateUser 200'}];
  const success = failed(SUCCESS, violations, {place, witnesses, plain: true, table: true});
  const other = failed('store.users.deactivation-deactivates', violations);
  expect(outcomes([success, other])).toEqual({
    [SUCCESS]: 'store.users.deactivation-deactivates',
    'store.users.deactivation-deactivates': 'failed',
  });
});

test('two fields that are accepted though invalid are two faults', () => {
  const violations = [not('createUser', 'invalid', '201')];
  const email = failed('store.users.email-is-required', violations, {table: true});
  const unique = failed(UNIQUE, violations);
  expect(Object.values(outcomes([email, unique]))).toEqual(['failed', 'failed']);
});

test('a model meets every fault of its chapter again', () => {
  const violations = [not('createUser', 'invalid', '201')];
  const model = failed(MODEL, violations, {
    sequence: {commands: [], commandsInStates: [], covers: [], withCommands: () => ({}) as Check},
  });
  expect(outcomes([model, failed(UNIQUE, violations)])).toEqual({
    [MODEL]: UNIQUE,
    [UNIQUE]: 'failed',
  });
  expect(outcomes([model])).toEqual({[MODEL]: 'failed'});
});

test.each([
  ['another operation', 'createUser', 'failed'],
  ['the same operation', 'getOrder', UNIQUE],
])('a model of another chapter meets a fault of %s', (_what, op, outcome) => {
  const rule = 'store.orders.moves-are-the-listed-ones';
  const sequence = {
    commands: [],
    commandsInStates: [],
    covers: [],
    withCommands: () => ({}) as Check,
  };
  const model = failed(rule, [not('getOrder', 'order', '404')], {sequence});
  expect(outcomes([model, failed(UNIQUE, [{...not(op, 'x'), branch: 'c'}])])[rule]).toBe(outcome);
});

test('the rule at the beginning of a chain is named, and a circle accuses as before', () => {
  const chain = [
    failed(MODEL, [], {restsOn: restingOn(RACE)}),
    failed(RACE, [], {restsOn: restingOn(UNIQUE)}),
    failed(UNIQUE, []),
  ];
  expect(outcomes(chain)).toEqual({[MODEL]: UNIQUE, [RACE]: UNIQUE, [UNIQUE]: 'failed'});
  const circle = [
    failed(RACE, [], {restsOn: restingOn(UNIQUE)}),
    failed(UNIQUE, [], {restsOn: restingOn(RACE)}),
  ];
  expect(Object.values(outcomes(circle))).toEqual(['failed', 'failed']);
  const behind = failed(MODEL, [], {restsOn: restingOn(RACE)});
  expect(outcomes([behind, ...circle])[MODEL]).not.toBe('failed');
});

test('a refusal that is wrong in the same way at two operations is one fault', () => {
  const [early, late] = [
    'workspace.uploads.reservation-needs-allowance',
    'workspace.uploads.registration-needs-allowance',
  ];
  const at = (op: string, got: string) => [not(op, 'allowance-spent', got)];
  const reservation = failed(early, at('createUpload', '422 quota'));
  const registration = failed(late, at('createPublication', '422 quota'));
  expect(outcomes([reservation, registration])).toEqual({[early]: 'failed', [late]: early});
  const served = failed(late, at('createPublication', '201 (registered)'));
  expect(Object.values(outcomes([reservation, served]))).toEqual(['failed', 'failed']);
  const based = failed(early, at('createUpload', '422 quota'), {restsOn: restingOn(late)});
  expect(outcomes([based, registration])).toEqual({[early]: late, [late]: 'failed'});
});

test('refusals of one situation by the same wrong status are one fault, at one operation too', () => {
  const by = (status: number) => [{...not('createUser', 'invalid', String(status)), status}];
  const email = failed('store.users.email-is-required', by(400));
  const unique = failed(UNIQUE, by(400));
  expect(outcomes([email, unique])).toEqual({
    [email.rule]: 'failed',
    [UNIQUE]: email.rule,
  });
  expect(Object.values(outcomes([email, failed(UNIQUE, by(409))]))).toEqual(['failed', 'failed']);
  const accepted = [failed(email.rule, by(201)), failed(UNIQUE, by(201))];
  expect(Object.values(outcomes(accepted))).toEqual(['failed', 'failed']);
});

test('an undocumented status in the place of a situation breaks the rule about the situation', () => {
  const rule = 'store.access.only-documented-statuses-are-answered';
  const status = {branch: 'b', expected: 'a listed status', got: '409', step: 's1', status: 409};
  const listed = failed(rule, [{...status, op: 'createUser'}]);
  const unique = failed(UNIQUE, [{...not('createUser', 'invalid', '409'), status: 409}]);
  expect(outcomes([listed, unique])).toEqual({[rule]: UNIQUE, [UNIQUE]: 'failed'});
  const elsewhere = failed(rule, [{...status, op: 'updateUser'}]);
  expect(Object.values(outcomes([elsewhere, unique]))).toEqual(['failed', 'failed']);
});

test('a member or a reason that breaks its own rule is one fault', () => {
  const rule = 'workspace.publications.page-has-has-more';
  const wrong = {branch: 'b', expected: 'a boolean', got: '"false"', step: 's1'};
  const page = {...wrong, op: 'listPublications', pointer: '/has_more'};
  const form: PlaceResult = {
    rule,
    place: 'listPublications page /has_more',
    witnesses: [],
    verdicts: new Map(),
    passiveVerdict: {place: '*', verdict: 'failed', witnesses: [], violations: [page]},
  };
  const walk = failed('workspace.publications.walk-visits-each-once', [page]);
  const cursor = failed('workspace.publications.cursor-is-optional', [{...page, pointer: '/data'}]);
  expect(outcomes([walk, cursor, form])).toMatchObject({
    'workspace.publications.walk-visits-each-once': rule,
    'workspace.publications.cursor-is-optional': 'failed',
  });
});

/** A failure by the wrong status of a situation, and by nothing else. */
const wrongStatus = (got: string): Violation => ({
  branch: 'b',
  expected: 'the status 200',
  got,
  step: 's1',
  op: 'getAccount',
  statusOf: 'account',
});

test('one rule fails by a wrong status; others that saw nothing else are put down to it', () => {
  const [owner, other] = [
    'workspace.account.read-answers-200',
    'workspace.access.ability-alone-suffices',
  ];
  const place = 'getAccount account';
  const both = [failed(other, [wrongStatus('202')]), failed(owner, [wrongStatus('202')], {place})];
  expect(outcomes(both)).toEqual({[other]: owner, [owner]: 'failed'});
  const more = {branch: 'b', expected: 'a plan', got: 'nothing', step: 's1'};
  const saw = failed(other, [wrongStatus('202'), more]);
  expect(Object.values(outcomes([saw, failed(owner, [wrongStatus('202')])]))).toEqual([
    'failed',
    'failed',
  ]);
  const otherwise = failed(owner, [not('getAccount', 'account')]);
  expect(outcomes([failed(other, [wrongStatus('202')]), otherwise])).toMatchObject({
    [other]: 'failed',
  });
});

test('a rule about a status that failed because of another one answers for nobody', () => {
  const [owner, other] = [
    'workspace.access.foreign-is-not-found',
    'workspace.publications.unknown-is-not-found',
  ];
  const violations = [
    {...wrongStatus('400'), statusOf: 'publication-not-found', op: 'getPublication'},
  ];
  const foreign = failed(owner, violations, {restsOn: restingOn(other)});
  expect(outcomes([foreign, failed(other, violations)])).toEqual({
    [owner]: other,
    [other]: 'failed',
  });
});

/** A place of a rule at which its check could not decide. */
function undecided(rule: RuleId, more: Partial<PlaceResult> = {}): PlaceResult {
  const verdict = {place: '*', verdict: 'inconclusive' as const, witnesses: [], violations: []};
  const check = {rule, place: '*'} as unknown as Check;
  const place = 'deactivateUser deactivated';
  return {rule, place, witnesses: [], verdicts: new Map([[check, verdict]]), ...more};
}

test('a missing success accuses nobody while nothing shows that the operation can succeed', () => {
  const bound = failed(RACE, [not('deactivateUser', 'deactivated')]);
  const verdicts = (success: PlaceResult): (string | undefined)[] =>
    withoutConsequences([bound, success], specifications).flatMap(({rule, verdicts}) =>
      rule === RACE ? [...verdicts.values()].map(({verdict}) => verdict) : [],
    );
  expect(verdicts(undecided(SUCCESS))).toEqual(['inconclusive']);
  const witnesses = [{of: '*', saw: '200'}];
  expect(verdicts(undecided(SUCCESS, {witnesses}))).toEqual(['failed']);
  expect(verdicts(undecided(UNIQUE))).toEqual(['failed']);
});

test('a failure is a consequence of a broken member that its judge has read', () => {
  const [KEPT, FLAGS] = ['store.users.update-is-kept', 'store.users.has-flags'];
  const other: Violation = {branch: 'b', expected: 'true', got: '0', step: 's1', op: 'listUsers'};
  const flags = failed(FLAGS, [{...other, got: '1'}]);
  const readingFlags = (kept: PlaceResult): PlaceResult => ({
    ...kept,
    verdicts: new Map(
      [...kept.verdicts].map(([check, verdict]) => [check, {...verdict, brokenWhereRead: [FLAGS]}]),
    ),
  });
  const kept = failed(KEPT, [other]);
  expect(outcomes([readingFlags(kept), flags])).toEqual({[KEPT]: FLAGS, [FLAGS]: 'failed'});
  expect(outcomes([kept, flags])[KEPT]).toBe('failed');
  expect(outcomes([readingFlags(kept)])[KEPT]).toBe('failed');
  const storing = failed(KEPT, [other], {spoils: [FLAGS]});
  expect(outcomes([readingFlags(storing), flags])[KEPT]).toBe('failed');
});
