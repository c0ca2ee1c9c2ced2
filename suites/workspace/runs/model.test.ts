import {expect, test} from 'vitest';
import type {Exchange} from '../../../spec/exchange.ts';
import {contradiction, type Command} from '../../../spec/relation.ts';
import {modelChecks} from '../../generation/model-check.ts';
import {response} from '../../testing/response.ts';
import {relation} from './model.ts';
import {sequences} from './sequences.ts';
import {EMPTY} from './workspace-state.ts';

const catalog = (metered?: boolean): Exchange =>
  response(200, ['catalog'], {body: {data: [{slug: 'copy', metered}]}});

const usage = (used: number): Exchange =>
  response(200, ['usage'], {body: {daily_runs_used: used, daily_runs_limit: 40}});

const started = (status: number, situation: string): Exchange =>
  response(status, [situation], {requestBody: {tool: 'copy'}, body: {id: 'r'}});

const COMMANDS: Command[] = [
  {id: 0, does: 'read the tools'},
  {id: 1, does: 'read the usage'},
  {id: 2, does: 'publish'},
  {id: 3, does: 'check', on: 2},
  {id: 4, does: 'read the usage'},
];

/** What contradicts the model where a tool that replaces nothing is started once. */
const contradictionWith = (tools: Exchange, start: Exchange, after: Exchange) =>
  contradiction(
    EMPTY,
    relation,
    COMMANDS,
    new Map([
      [0, [tools]],
      [1, [usage(15)]],
      [2, [response(201, ['registered'], {body: {id: 'p'}})]],
      [3, [start]],
      [4, [after]],
    ]),
  );

const accepted = started(202, 'accepted');

test('a run that replaces nothing is counted if the catalogue does not say that its tool is free', () => {
  expect(contradictionWith(catalog(true), accepted, usage(16))).toBeUndefined();
  expect(contradictionWith(catalog(), accepted, usage(16))).toBeUndefined();
  expect(contradictionWith(response(403), accepted, usage(16))).toBeUndefined();
});

test('a run of a tool that the catalogue shows as not metered is not counted', () => {
  expect(contradictionWith(catalog(false), accepted, usage(15))).toBeUndefined();
  expect(contradictionWith(catalog(false), accepted, usage(16))).toMatchObject({
    command: {id: 4},
    expected: 'usage with 15 runs used of 40',
  });
});

test('a limit may refuse the first run of a tool, unless it is not metered', () => {
  const refused = started(422, 'daily-limit');
  expect(contradictionWith(catalog(true), refused, usage(15))).toBeUndefined();
  expect(contradictionWith(catalog(false), refused, usage(15))).toMatchObject({command: {id: 3}});
});

test('a report shows the numbers that were answered', () => {
  const [check] = modelChecks(sequences, 1, 1);
  const {commands = []} = check?.sequence ?? {};
  expect(commands.slice(0, COMMANDS.length)).toEqual(COMMANDS);
  const seen = {
    c0: catalog(false),
    c1: usage(15),
    c2: response(201, ['registered'], {body: {id: 'p'}}),
    c3: accepted,
    c4: usage(16),
  };
  expect(check?.judge(seen as never).violations).toMatchObject([
    {got: '200 (usage), `daily_runs_used` 16, `daily_runs_limit` 40'},
  ]);
});
