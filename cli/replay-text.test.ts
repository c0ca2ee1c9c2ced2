import {expect, test} from 'vitest';
import type {Exchange} from '../spec/exchange.ts';
import {loadSpecifications} from '../spec/specification.ts';
import type {Fixture} from '../suites/engine/fixtures/fixture.ts';
import type {Replayed} from '../suites/engine/fixtures/replay.ts';
import {replayText} from './replay-text.ts';

const specifications = loadSpecifications();

const FIXTURE: Fixture = {
  fixture: 'a link that lives too long',
  rule: 'workspace.uploads.link-lives-30-minutes',
  handles: {late: ['s3']},
  steps: [
    {step: 'call', id: 's1', api: 'workspace', op: 'createUpload', as: 'full', expects: 'reserved'},
    {step: 'advance', id: 's2', ms: 1_805_000},
    {step: 'upload', id: 's3', url: 'x', headers: {}, sample: 'good'},
    {
      step: 'repeat',
      id: 's4',
      times: 9,
      body: [{step: 'call', id: 's5', api: 'workspace', op: 'getAccount', as: 'full'}],
    },
    {step: 'call', id: 's6', api: 'workspace', op: 'getAccount', as: {$from: 's1', at: '/key'}},
  ],
};

/** A response to a step. */
const response = (step: string, status: number, ...situations: string[]): Exchange =>
  ({step, status, situations}) as unknown as Exchange;

const REPLAYED: Replayed = {
  verdict: 'failed',
  lines: ['expected no bytes to be taken, got 200 [taken-late]'],
  exchanges: [
    response('s1', 201, 'reserved'),
    response('s3', 200, 'stored'),
    ...Array.from({length: 8}, () => response('s5', 200, 'account')),
    response('s5', 429, 'rate-limited'),
  ],
  shown: [
    {
      step: 's1',
      op: 'createUpload',
      status: 201,
      situations: [],
      method: 'POST',
      url: 'http://localhost/api/v1/uploads',
      sent: {filename: 'tides.epub'},
      body: {publication_id: 'p1'},
    },
  ],
  wrongSteps: new Set(['s3']),
};
const text = replayText(FIXTURE, REPLAYED, specifications);

test('with --verbose the bodies follow', () => {
  const verbose = replayText(FIXTURE, REPLAYED, specifications, true);
  expect(verbose.startsWith(text)).toBe(true);
  expect(
    verbose
      .slice(text.length)
      .split('\n')
      .map((line) => line.trim()),
  ).toEqual([
    's1: POST http://localhost/api/v1/uploads',
    'sent {"filename":"tides.epub"}',
    '201 {"publication_id":"p1"}',
    '',
  ]);
});

test('each step stands with what is expected and what was seen; what differs is marked', () => {
  const [verdict, rule, ...lines] = text.trimEnd().split('\n');
  expect(verdict).toBe('failed        a link that lives too long');
  expect(rule).toContain('The presigned PUT is accepted for 30 minutes and refused after.');
  const rows = lines.map((line) => line.trim().split(/ {2,}/));
  expect(rows).toEqual([
    ['step', 'request', 'expected', 'seen'],
    ['s1', 'createUpload as full', 'reserved', '201 reserved'],
    ['s2', '30 min 5 s pass'],
    [
      'late',
      'PUT of the sample good to an upload link',
      'by the rule',
      '200 stored',
      '<== differs',
    ],
    ['s4', 'up to 9 times:'],
    ['s5', 'getAccount as full', '8 times 200 account, then 429 rate-limited'],
    ['s6', 'getAccount as the credential that s1 gave', 'not sent'],
    ['expected no bytes to be taken, got 200 [taken-late]'],
  ]);
});

test('a step that is answered otherwise than the fixture expects is marked', () => {
  const seen = replayText(
    {fixture: 'x', steps: FIXTURE.steps.slice(0, 1)},
    {
      verdict: 'failed',
      lines: [],
      shown: [],
      exchanges: [response('s1', 403, 'forbidden')],
      wrongSteps: new Set(),
    },
    specifications,
  );
  expect(seen).toMatch(/reserved +403 forbidden +<== differs\n$/);
});
