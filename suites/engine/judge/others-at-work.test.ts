import {expect, test} from 'vitest';
import type {Api} from '../../../spec/rule.ts';
import type {Violation} from '../../../spec/run-record.ts';
import type {Exchange} from '../../../spec/exchange.ts';
import {Script} from '../../language/script.ts';
import {movedBetween, movedByOthers} from './others-at-work.ts';

const violation = (step: string, more: Partial<Violation> = {}): Violation => ({
  branch: 'b',
  expected: 'x',
  got: 'y',
  step,
  ...more,
});

/** The scene that a function records. */
function sceneOf(act: (s: Script) => unknown, more: {exhausts?: true; api?: Api} = {}) {
  const {api = 'workspace', exhausts} = more;
  const s = new Script(api);
  act(s);
  return {given: [], act: s.steps, ...(exhausts && {exhausts})};
}

test('others move an account, its usage and whole lists; not what one request is answered', () => {
  const scene = sceneOf((s) => {
    s.call('getAccount');
    s.call('createUpload');
    s.walk('listPublications', {atMost: 2}); // s3, and s4 its page
    s.call('listTools');
  });
  const read = ['s1', 's2', 's3', 's4'];
  const moved = (one: Violation): number => movedByOthers([one], scene, read).length;
  expect(moved(violation('s1'))).toBe(1);
  expect(moved(violation('s1', {wanted: ['account']}))).toBe(0);
  expect(moved(violation('s2'))).toBe(0);
  expect(moved(violation('s3'))).toBe(1);
  expect(moved(violation('s5'))).toBe(0);
  expect(moved(violation('s5', {op: 'listTools'}))).toBe(1);
  expect(movedByOthers([violation('s5', {op: 'listTools'})], scene, ['s2'])).toEqual([]);
});

test('who searches for a user of his own reads what nobody else moves', () => {
  const scene = sceneOf(
    (s) => {
      s.call('listUsers', {query: {query: s.fresh('email')}});
      s.call('listUsers', {query: {query: 'admins'}});
    },
    {api: 'store'},
  );
  expect(movedByOthers([violation('s1')], scene, ['s1'])).toEqual([]);
  expect(movedByOthers([violation('s2')], scene, ['s2'])).toHaveLength(1);
});

test('others may use up what a scene leaves of a limit; in a race for it the scene does so itself', () => {
  const refused = violation('s2', {wanted: ['accepted']});
  const left = (s: Script): void => {
    s.control('leave-runs', {role: 'full', runs: 1});
    s.call('startRun');
  };
  expect(movedByOthers([refused], sceneOf(left), [])).toHaveLength(1);
  expect(movedByOthers([violation('s2')], sceneOf(left), [])).toHaveLength(1);
  const race = (s: Script): void => {
    left(s);
    s.parallel((branch) => void branch.call('startRun'));
  };
  expect(movedByOthers([refused], sceneOf(race), [])).toEqual([]);
  const readsAccount = (s: Script): void => void s.call('getAccount');
  const [burst, read] = [sceneOf(readsAccount, {exhausts: true}), sceneOf(readsAccount)];
  expect(movedByOthers([violation('')], burst, ['s1'])).toEqual([]);
  expect(movedByOthers([violation('')], read, ['s1'])).toHaveLength(1);
});

test('a value that moves now and then is moved by others; one that each read moves is not', () => {
  const reads = (...left: number[]): Exchange[] =>
    left.map((publications_left) => ({
      ...({} as Exchange),
      op: 'getAccount',
      status: 200,
      body: {publications_left},
    }));
  expect(movedBetween(reads(5, 5, 4, 4))).toBe(true);
  expect(movedBetween(reads(5, 5, 5, 5))).toBe(false);
  expect(movedBetween(reads(5, 4, 3, 2))).toBe(false);
});
