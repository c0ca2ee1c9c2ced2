import {expect, test} from 'vitest';
import type {Exchange} from '../../../spec/exchange.ts';
import type {PlaceVerdict, Violation} from '../../../spec/run-record.ts';
import type {Role} from '../../../spec/step.ts';
import type {Check} from '../../language/check.ts';
import type {RoleDoubt} from './role-doubt.ts';
import {withDoubts} from './doubtful-role.ts';

const REASON = 'the key or the deployment';
const RULE = 'workspace.access.ability-is-needed';

const doubts = (kind: RoleDoubt['kind'], role: Role = 'read-only') =>
  new Map([[role, {kind, reason: REASON, ...(kind === 'more' && {rule: RULE})} as RoleDoubt]]);

/** A response: to whom, with which status, to which method. */
const seen = (step: string, as: string, status: number, method = 'GET'): Exchange =>
  ({step, as, status, sent: {method}}) as Exchange;

/** A verdict with a violation at each of these steps. */
const of = (verdict: PlaceVerdict['verdict'], ...steps: string[]): PlaceVerdict => ({
  place: '*',
  verdict,
  witnesses: [],
  violations: steps.map((step) => ({step, branch: step, expected: '', got: ''}) as Violation),
});

const judged = (verdict: PlaceVerdict, rule = 'workspace.uploads.x') => ({
  check: {rule} as Check,
  verdict,
  read: ['s1', 's2'],
});

test('what an invalid key was refused accuses nobody, and says which key', () => {
  const run = {exchanges: [seen('s1', 'read-only', 401)]};
  const invalid = doubts('invalid');
  const undecided = {verdict: 'inconclusive', reason: REASON};
  expect(withDoubts(judged(of('failed', 's1')), run, invalid)).toMatchObject(undecided);
  expect(withDoubts(judged(of('inconclusive')), run, invalid)).toMatchObject(undecided);
  expect(withDoubts(judged(of('passed')), run, invalid).verdict).toBe('passed');
});

test.each(['more', 'another', 'less'] as const)(
  'no doubt of the kind %s excuses a 401, and none a server error',
  (kind) => {
    for (const status of [401, 500])
      for (const as of ['read-only', 'full']) {
        const run = {exchanges: [seen('s0', 'read-only', 403, 'POST'), seen('s1', as, status)]};
        expect(withDoubts(judged(of('failed', 's1')), run, doubts(kind)).verdict).toBe('failed');
      }
  },
);

test('only violations that the doubt explains are taken away', () => {
  const run = {exchanges: [seen('s1', 'full', 200), seen('s2', 'read-only', 201, 'POST')]};
  const verdict = withDoubts(judged(of('failed', 's1', 's2')), run, doubts('more'));
  expect(verdict.verdict).toBe('failed');
  expect(verdict.violations.map(({step}) => step)).toEqual(['s1']);
});

test('what others see behind a write with a doubtful credential may be its consequence', () => {
  const run = {exchanges: [seen('s1', 'read-only', 201, 'POST'), seen('s2', 'full', 200)]};
  expect(withDoubts(judged(of('failed', 's2')), run, doubts('more')).verdict).toBe('inconclusive');
  const read = {exchanges: [seen('s1', 'read-only', 200), seen('s2', 'full', 200)]};
  expect(withDoubts(judged(of('failed', 's2')), read, doubts('more')).verdict).toBe('failed');
});

test('a write whose response the doubt does not explain causes nothing that others see', () => {
  const after = (status: number) => ({
    exchanges: [seen('s1', 'read-only', status, 'POST'), seen('s2', 'full', 200)],
  });
  const less = (status: number) =>
    withDoubts(judged(of('failed', 's2')), after(status), doubts('less')).verdict;
  expect(less(201)).toBe('failed');
  expect(less(403)).toBe('inconclusive');
});

test('the rule that the credential breaks is judged, and no other passes by it', () => {
  const run = {exchanges: [seen('s1', 'read-only', 201, 'POST')]};
  const more = doubts('more');
  expect(withDoubts(judged(of('failed', 's1'), RULE), run, more).verdict).toBe('failed');
  expect(withDoubts(judged(of('passed')), run, more)).toMatchObject({
    verdict: 'inconclusive',
    reason: `blocked by ${RULE}: ${REASON}`,
    blockedBy: RULE,
  });
  const unread = {...judged(of('passed')), read: ['s2']};
  expect(withDoubts(unread, run, more).verdict).toBe('passed');
});

test('scenes of other roles are judged as they are', () => {
  const run = {exchanges: [seen('s1', 'full', 401)]};
  expect(withDoubts(judged(of('failed', 's1')), run, doubts('invalid')).verdict).toBe('failed');
});

test('a key that lacks one ability explains its refusals, and no other status or operation', () => {
  const doubt: RoleDoubt = {kind: 'less', reason: REASON, lacks: new Set(['createUpload'])};
  const lacking = new Map<Role, RoleDoubt>([['full', doubt]]);
  const verdictOf = (op: string, status: number, ...others: Exchange[]) => {
    const exchanges = [{...seen('s1', 'full', status), op}, ...others];
    return withDoubts(judged(of('failed', 's1')), {exchanges}, lacking).verdict;
  };
  expect(verdictOf('createUpload', 403)).toBe('inconclusive');
  expect(verdictOf('createUpload', 422)).toBe('failed');
  expect(verdictOf('getAccount', 403)).toBe('failed');
  const served = {...seen('s2', 'full', 201, 'POST'), op: 'createUpload'};
  expect(verdictOf('createUpload', 403, served)).toBe('failed');
});

test('a comparison with a refused response is undecided', () => {
  const run = {exchanges: [seen('s1', 'agent', 200), seen('s2', 'read-only', 403)]};
  expect(withDoubts(judged(of('failed', 's1')), run, doubts('less')).verdict).toBe('inconclusive');
});
