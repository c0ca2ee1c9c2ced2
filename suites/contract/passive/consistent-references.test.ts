import {describe, expect, test} from 'vitest';
import {loadSpecification} from '../../../spec/specification.ts';
import type {Call} from '../../../spec/step.ts';
import type {Exchange} from '../../../spec/exchange.ts';
import {inconsistentReferences} from './consistent-references.ts';

const {contract} = loadSpecification('workspace');
const {operations} = contract;

let clock = 0;

/** A success, a second after the one before it. */
function exchange(op: string, body: unknown, more: Partial<Exchange> = {}): Exchange {
  clock += 1000;
  const situations = [operations[op]?.success ?? ''];
  return {
    step: `s${clock}`,
    op,
    as: 'full',
    sentAt: clock,
    gotAt: clock + 1,
    status: 200,
    headers: {},
    situations,
    documented: [],
    body,
    sent: {method: 'GET', url: 'http://api/', headers: {}},
    ...more,
  } as Exchange;
}

const later = (ms: number): void => void (clock += ms);

/** The publication that an exchange names, by its step. */
const named = new Map<string, string>();

function of(
  publication: string,
  op: string,
  body: unknown,
  more: Partial<Exchange> = {},
): Exchange {
  const made = exchange(op, body, more);
  named.set(made.step, publication);
  return made;
}

const made = (id = 'p'): Exchange => exchange('createPublication', {id});
const current = (id: string, more: Partial<Exchange> = {}): Exchange =>
  of('p', 'getCurrentPublicationFile', {id}, more);
const files = (ids: string[], now = ids[0], publication = 'p'): Exchange =>
  of(publication, 'listPublicationFiles', {
    data: ids.map((id) => ({id, current: id === now})),
    current_file_id: now,
  });
const read = (file: string | null): Exchange =>
  exchange('getPublication', {id: 'p', working_file_id: file});
const page = (file: string): Exchange =>
  exchange('listPublications', {data: [{id: 'p', working_file_id: file}], has_more: false});
const start = (more: Partial<Exchange> = {}): Exchange =>
  of('p', 'startRun', {id: 'r', state: 'queued'}, {status: 202, ...more});
const run = (state: string): Exchange => exchange('readRun', {id: 'r', state});

const callOf = ({step}: Exchange): Call =>
  ({step: 'call', path: {publication: named.get(step)}}) as unknown as Call;

/** The last part of the rules that the last exchange breaks. */
function brokenBy(exchanges: Exchange[], isReused = (_one: Exchange) => false): string[] {
  const last = exchanges.at(-1);
  if (!last) return [];
  const history = {
    exchanges,
    operations,
    isChangedOnlyByRequests: false,
    isReused,
    callOf,
    contract,
    references: new Map(),
  };
  return inconsistentReferences(last, history).map(({rule}) => String(rule.split('.').at(-1)));
}

describe('the working version', () => {
  test.each<[what: string, broken: string[], last: () => Exchange]>([
    ['is the same wherever it is shown', [], () => page('f1')],
    ['is another in the list', ['publication-names-the-current'], () => page('f2')],
    [
      'is another when the publication is read',
      ['publication-names-the-current'],
      () => read('f2'),
    ],
    ['is another beside the version list', ['current-file-id-is-the-flagged'], () => files(['f2'])],
    ['is another when it is read alone', ['current-is-the-flagged'], () => current('f2')],
    [
      'is another for a tool',
      ['tool-answers-as-the-operation'],
      () => current('f2', {interface: 'mcp'}),
    ],
    ['is not known yet', [], () => read(null)],
  ])('%s', (_what, broken, last) => {
    expect(brokenBy([made(), current('f1'), last()])).toEqual(broken);
  });

  test('may be another one where the publication was made a second time', () => {
    expect(brokenBy([made(), current('f1'), made(), read('f2')])).toEqual([]);
  });

  test('of what an earlier scene made is open', () => {
    expect(brokenBy([current('f1'), read('f2')])).toEqual([]);
    const isReused = ({op}: Exchange): boolean => op.startsWith('create');
    expect(brokenBy([made(), current('f1'), read('f2')], isReused)).toEqual([]);
  });
});

describe('the working version around a run', () => {
  test('may move while a run is under way, and a moment after', () => {
    const begun = [made(), current('f1'), start()];
    expect(brokenBy([...begun, read('f2')])).toEqual([]);
    const ended = [...begun, run('running'), run('succeeded'), current('f1')];
    expect(brokenBy([...ended, read('f2')])).toEqual([]);
  });

  test('stays when a run has ended for some time, by the rule about those', () => {
    const ended = [made(), current('f1'), start(), run('succeeded')];
    later(6000);
    expect(brokenBy([...ended, current('f2'), page('f1')])).toEqual(['replacing-moves-current']);
    expect(brokenBy([...ended, current('f2'), page('f2')])).toEqual([]);
  });

  test('may move while a run begins at the same moment', () => {
    const [created, before, now, begun] = [made(), current('f1'), read('f2'), start()];
    const exchanges = [created, before, now, begun];
    const races = new Map([now, begun].map(({step}) => [step, 'race']));
    const history = {
      exchanges,
      operations,
      isChangedOnlyByRequests: false,
      isReused: () => false,
      callOf,
      contract,
      references: new Map(),
    };
    expect(inconsistentReferences(now, {...history, races})).toEqual([]);
    expect(inconsistentReferences(now, history)).toHaveLength(1);
  });

  test('stays where a run ended in vain', () => {
    const ended = [made(), current('f1'), start(), run('failed')];
    expect(brokenBy([...ended, read('f2')])).toEqual([]);
    later(6000);
    expect(brokenBy([...ended, read('f1')])).toEqual([]);
    expect(brokenBy([...ended, read('f2')])).toEqual(['publication-names-the-current']);
  });

  test('of a tool is compared with that of its operation', () => {
    const byTool = (): Exchange => current('f1', {interface: 'mcp'});
    expect(brokenBy([made(), read('f2'), byTool()])).toEqual([]);
    expect(brokenBy([made(), current('f2'), byTool()])).toEqual(['tool-answers-as-the-operation']);
  });

  test.each<[what: string, broken: number, more: Partial<Exchange>]>([
    ['a refusal', 1, {status: 422, situations: ['daily-limit']}],
    ['a replay', 1, {status: 200, situations: ['replayed']}],
    ['an answer that never came', 0, {status: 0, situations: []}],
    ['a server error', 0, {status: 500, situations: []}],
  ])('after %s', (_what, broken, more) => {
    expect(brokenBy([made(), current('f1'), start(more), read('f2')])).toHaveLength(broken);
  });
});

describe('versions', () => {
  test('are those of one publication', () => {
    const both = [made(), made('q'), files(['f1'])];
    expect(brokenBy([...both, files(['g1'], 'g1', 'q')])).toEqual([]);
    expect(brokenBy([...both, files(['g1', 'f1'], 'g1', 'q')])).toEqual([
      'list-is-of-one-publication',
    ]);
    const wrong = [...both, files(['f1', 'g1'])];
    expect(brokenBy([...wrong, of('q', 'getCurrentPublicationFile', {id: 'g1'})])).toEqual([]);
  });

  test('stay', () => {
    const before = [made(), files(['f1', 'f2'])];
    expect(brokenBy([...before, files(['f1'])])).toEqual([]);
    later(6000);
    expect(brokenBy([...before, files(['f1'])])).toEqual(['versions-add-up']);
    expect(brokenBy([...before, files(['f3', 'f1', 'f2'], 'f1')])).toEqual([]);
  });
});
