import {mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, expect, test} from 'vitest';
import type {ControlVerb} from '../../../../spec/control.ts';
import {UndoFile} from '../../../target/undo-file.ts';
import type {HookArgs} from '../../../target/undo-store.ts';
import {VerbUnknown} from '../../../target/verb-unknown.ts';
import {HookUndos} from './hook-undos.ts';

const folder = mkdtempSync(join(tmpdir(), 'presscheck-undo-'));
afterAll(() => rmSync(folder, {recursive: true}));

/** A deployment that notes the calls of its hooks; some may fail. */
function deployment(failing: ControlVerb[] = []) {
  const calls: [ControlVerb, HookArgs][] = [];
  const control = async (verb: ControlVerb, args: HookArgs): Promise<unknown> => {
    calls.push([verb, args]);
    if (failing.includes(verb) && args['places'] === null) throw new Error('it is stuck');
    return verb === 'set-plan' ? {plans: ['a', 'b'], plan: args['plan'] ?? 'first'} : {};
  };
  return {calls, control};
}

test('what a scene took away is given back, the last first, each once', async () => {
  const {calls, control} = deployment();
  const undos = new HookUndos();
  await undos.call('leave-places', {role: 'full', places: 1}, {control});
  await undos.call('leave-places', {role: 'full', places: 0}, {control});
  await undos.call('leave-reads', {role: 'admin', of: 'token', reads: 1}, {control});
  await undos.call('leave-reads', {role: 'admin', of: 'store', reads: 1}, {control});
  await undos.call('mint-key', {role: 'full'}, {control});
  await undos.call('end-runs', {role: 'full', as: ['failed']}, {control});
  calls.length = 0;
  await undos.giveBack({control});
  expect(calls).toEqual([
    ['end-runs', {role: 'full', as: []}],
    ['leave-reads', {role: 'admin', of: 'store', reads: null}],
    ['leave-reads', {role: 'admin', of: 'token', reads: null}],
    ['leave-places', {role: 'full', places: null}],
  ]);
  await undos.giveBack({control});
  expect(calls).toHaveLength(4);
});

test('the plan that was answered first is set again; a question takes nothing away', async () => {
  const {calls, control} = deployment();
  const undos = new HookUndos();
  await undos.call('set-plan', {role: 'full'}, {control});
  await undos.giveBack({control});
  expect(calls).toHaveLength(1);
  await undos.call('set-plan', {role: 'full', plan: 'b'}, {control});
  await undos.call('set-plan', {role: 'full', plan: 'a'}, {control});
  await undos.giveBack({control});
  expect(calls.at(-1)).toEqual(['set-plan', {role: 'full', plan: 'first'}]);
  const silent = {control: async () => ({})};
  await expect(undos.call('set-plan', {role: 'full', plan: 'b'}, silent)).rejects.toThrow(
    'set-plan was not called: it does not say which value is set now',
  );
});

test('what cannot be given back is noted, not repeated, and left to the next run', async () => {
  const path = join(folder, 'stuck.undo.json');
  const {calls, control} = deployment(['leave-places']);
  const undos = new HookUndos(new UndoFile(path, 'here'));
  await undos.call('leave-places', {role: 'full', places: 0}, {control});
  await undos.call('leave-runs', {role: 'full', runs: 0}, {control});
  await undos.giveBack({control});
  await undos.giveBack({control});
  const stuck = {verb: 'leave-places', args: {role: 'full', places: null}};
  expect(undos.failures).toEqual([{...stuck, problem: 'it is stuck'}]);
  expect(calls).toHaveLength(4);
  expect(new UndoFile(path, 'here').read()).toEqual([stuck]);

  const next = deployment();
  const later = await new HookUndos(new UndoFile(path, 'here')).giveBackLeftovers(next);
  expect(later).toEqual({undone: [stuck], failed: []});
  expect(next.calls).toEqual([['leave-places', stuck.args]]);
  expect(readdirSync(folder)).not.toContain('stuck.undo.json');
});

test('the undo is on disk before the hook is called', async () => {
  const path = join(folder, 'crash.undo.json');
  let seen = '';
  const control = async (): Promise<unknown> => {
    seen = readFileSync(path, 'utf8');
    throw new Error('the process ends here');
  };
  const undos = new HookUndos(new UndoFile(path, 'here'));
  const call = undos.call('withhold-downloads', {role: 'full', withheld: true}, {control});
  await expect(call).rejects.toThrow('ends here');
  expect(JSON.parse(seen).undos).toEqual([
    {deployment: 'here', verb: 'withhold-downloads', args: {role: 'full', withheld: false}},
  ]);
});

test('a hook whose undo cannot be written down is not called', async () => {
  const {calls, control} = deployment();
  const undos = new HookUndos(new UndoFile(join(folder, 'nowhere', 'x.undo.json'), 'here'));
  await expect(undos.call('leave-places', {role: 'full', places: 0}, {control})).rejects.toThrow(
    'its undo cannot be written down',
  );
  expect(calls).toEqual([]);
});

test('a file is for one deployment only, and has to be what was written', () => {
  const path = join(folder, 'shared.undo.json');
  const undo = {verb: 'leave-runs' as const, args: {role: 'full', runs: null}};
  new UndoFile(path, 'one').write([undo]);
  new UndoFile(path, 'two').write([undo]);
  expect(new UndoFile(path, 'three').read()).toEqual([]);
  new UndoFile(path, 'two').write([]);
  expect(new UndoFile(path, 'one').read()).toEqual([undo]);
  writeFileSync(path, '{"undos": [{"verb": "fly"}]}');
  expect(() => new UndoFile(path, 'one').read()).toThrow(/shared\.undo\.json: this is no list/);
});

test('what is held for the run is held again after a scene, and given back at the end', async () => {
  const {calls, control} = deployment();
  const undos = new HookUndos();
  await undos.hold('leave-places', {role: 'full', places: 500}, {control});
  await undos.giveBack({control});
  expect(calls).toHaveLength(1);
  await undos.call('leave-places', {role: 'full', places: 0}, {control});
  await undos.giveBack({control});
  expect(calls.at(-1)).toEqual(['leave-places', {role: 'full', places: 500}]);
  await undos.release({control});
  expect(calls.at(-1)).toEqual(['leave-places', {role: 'full', places: null}]);
  expect(calls).toHaveLength(4);
});

test('a run goes on without what cannot be held', async () => {
  const undos = new HookUndos();
  const refusing = {
    control: async () => {
      throw new Error('not so many');
    },
  };
  await undos.hold('leave-places', {role: 'full', places: 500}, refusing);
  expect(undos.failures).toEqual([]);
});

test('a hook that does not know its verb has nothing to give back', async () => {
  const calls: ControlVerb[] = [];
  const control = async (verb: ControlVerb): Promise<unknown> => {
    calls.push(verb);
    throw new VerbUnknown(verb, 'it answered 404');
  };
  const undos = new HookUndos();
  const call = undos.call('configure-reader', {role: 'full', configured: false}, {control});
  await expect(call).rejects.toThrow('does not do configure-reader: it answered 404');
  await undos.giveBack({control});
  expect(calls).toEqual(['configure-reader']);
  expect(undos.failures).toEqual([]);
});

test('what a held call had left is left again once it is used up', async () => {
  const {calls, control} = deployment();
  const undos = new HookUndos();
  await undos.hold('leave-places', {role: 'full', places: 150}, {control});
  expect(await undos.leaveAgain({control})).toBe(false);
  undos.noteUsedUp();
  expect(await undos.leaveAgain({control})).toBe(true);
  expect(await undos.leaveAgain({control})).toBe(false);
  expect(calls).toEqual([
    ['leave-places', {role: 'full', places: 150}],
    ['leave-places', {role: 'full', places: 150}],
  ]);
});

test('nothing is left again without a held call, or when the hook fails', async () => {
  const undos = new HookUndos();
  undos.noteUsedUp();
  expect(await undos.leaveAgain(deployment())).toBe(false);
  await undos.hold('leave-places', {role: 'full', places: 150}, deployment());
  undos.noteUsedUp();
  const stuck = {control: () => Promise.reject(new Error('it is stuck'))};
  expect(await undos.leaveAgain(stuck)).toBe(false);
});
