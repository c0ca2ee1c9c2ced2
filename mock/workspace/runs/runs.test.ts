import {afterAll, beforeEach, describe, expect, it} from 'vitest';
import {suiteWorld, type Got, type SuiteWorld} from '../../testing/client.ts';
import type {WorkspaceRow} from '../access/rows.ts';
import {release} from './release.ts';
import {leaveRuns} from './seed.ts';

let on: SuiteWorld;
const open: SuiteWorld[] = [];
beforeEach(async () => void open.push((on = await suiteWorld({}, {limits: false}))));
afterAll(() => Promise.all(open.map(({mock}) => mock.close())));

const published = async (): Promise<string> => (await on.publish()).body.id;
const started = (publication: string, tool: string, key?: string): Promise<Got> =>
  on.send(`${on.mock.urls.workspace}/w/w/api/v1/publications/${publication}/runs`, {
    method: 'POST',
    body: JSON.stringify({tool}),
    headers: {
      authorization: `Bearer ${on.key()}`,
      'content-type': 'application/json',
      ...(key !== undefined && {'idempotency-key': key}),
    },
  });
const read = async (run: string, what = ''): Promise<Got> =>
  on.workspace('GET', `/runs/${run}${what}`);
const outcomeOf = ({status, body}: Got): unknown[] => [status, body.reason ?? body.state];
const used = async (): Promise<number> =>
  (await on.workspace('GET', '/account/usage')).body.daily_runs_used;
const home = (): WorkspaceRow => on.world.table('workspaces').all().next().value as WorkspaceRow;
const order = (more: Partial<WorkspaceRow>): void =>
  void on.world.commit({
    changes: [{table: 'workspaces', put: {...home(), ...more} as WorkspaceRow}],
    effects: [],
  });

describe('a run', () => {
  it('waits, works, succeeds, and leaves a report and a version', async () => {
    const publication = await published();
    const {body: run} = await started(publication, 'accessibility-repair');
    expect(run.state).toBe('queued');
    expect(outcomeOf(await read(run.id, '/report'))).toEqual([409, 'report_unavailable']);
    await on.world.advance(1000);
    expect(outcomeOf(await read(run.id))).toEqual([200, 'running']);
    await on.world.advance(15_000);
    expect(outcomeOf(await read(run.id))).toEqual([200, 'succeeded']);
    expect((await read(run.id, '/report')).body).toMatchObject({
      tool: 'accessibility-repair',
      publication_id: publication,
    });
    const {body: files} = await on.workspace('GET', `/publications/${publication}/files`);
    expect(files.data.map(({kind, current}: any) => [kind, current])).toEqual([
      ['original', false],
      ['derived', true],
    ]);
    expect((await on.workspace('GET', `/publications/${publication}`)).body.working_file_id).toBe(
      files.current_file_id,
    );
  });
  it('acts on the version that is current when it begins', async () => {
    const publication = await published();
    await started(publication, 'accessibility-repair');
    await on.world.advance(20_000);
    await started(publication, 'metadata-enrichment');
    await on.world.advance(20_000);
    const rows = [...on.world.table('files').all()] as unknown as {object: string}[];
    expect(rows.map(({object}) => object.split('~').length)).toEqual([1, 2, 3]);
  });
});

it.each([
  ['accessibilty-repair', 'did you mean accessibility-repair?'],
  ['accessibility_check', 'did you mean accessibility-check?'],
  ['rights-ledger', 'take one from GET /tools'],
  ['x', 'take one from GET /tools'],
])('a start of %s is refused: %s', async (tool, todo) => {
  expect((await started(await published(), tool)).status).toBe(422);
  expect(on.world.journal.newest(1)[0]!.why).toMatchObject({got: tool, todo});
});

describe('the end of a run', () => {
  it('is what the control plane ordered, for good', async () => {
    const publication = await published();
    order({endings: ['failed', 'rejected']});
    const [first, second, third] = [
      await started(publication, 'file-validation'),
      await started(publication, 'file-validation'),
      await started(publication, 'file-validation'),
    ];
    await on.world.advance(60_000);
    expect([
      outcomeOf(await read(first!.body.id)),
      outcomeOf(await read(second!.body.id)),
      outcomeOf(await read(third!.body.id)),
    ]).toEqual([
      [200, 'failed'],
      [200, 'rejected'],
      [200, 'succeeded'],
    ]);
    expect(
      (await on.workspace('GET', `/publications/${publication}/files`)).body.data,
    ).toHaveLength(1);
  });
  it('waits for the release of a held run, which then begins as if it were started now', async () => {
    order({holdsRuns: true});
    const {body: run} = await started(await published(), 'file-validation');
    await on.world.advance(3_600_000);
    expect(outcomeOf(await read(run.id))).toEqual([200, 'queued']);
    await on.world.commit(release(on.world.view(home().key)));
    await on.world.advance(1000);
    expect(outcomeOf(await read(run.id))).toEqual([200, 'running']);
    await on.world.advance(4000);
    expect(outcomeOf(await read(run.id))).toEqual([200, 'succeeded']);
  });
  it('is a rejection where the tool does not take the format', async () => {
    const {body: run} = await started(await published(), 'loudness-check');
    await on.world.advance(10_000);
    expect(outcomeOf(await read(run.id))).toEqual([200, 'rejected']);
  });
});

describe('a start', () => {
  it('is refused for what is not in the catalogue, not paid for or not valid', async () => {
    const publication = await published();
    for (const tool of ['cover-studio', 'rights-ledger', 'none'])
      expect(outcomeOf(await started(publication, tool))).toEqual([422, 'tool_not_found']);
    expect((await on.workspace('POST', `/publications/${publication}/runs`, {})).status).toBe(422);
    expect(outcomeOf(await started('pub_none', 'file-validation'))).toEqual([
      404,
      'publication_not_found',
    ]);
    order({paidWork: false});
    expect(outcomeOf(await started(publication, 'blurb-writing'))).toEqual([
      402,
      'paid_work_not_included',
    ]);
    expect((await started(publication, 'file-validation')).status).toBe(202);
  });
});

describe('metered runs', () => {
  it('count for a rolling day, up to the ceiling', async () => {
    const publication = await published();
    await leaveRuns(on.world, home().key, 1);
    await on.world.advance(1000);
    expect((await started(publication, 'blurb-writing')).status).toBe(202);
    expect(outcomeOf(await started(publication, 'blurb-writing'))).toEqual([
      422,
      'daily_limit_reached',
    ]);
    expect(await used()).toBe(40);
    await on.world.advance(24 * 3_600_000 - 1000);
    expect(await used()).toBe(1);
    expect((await started(publication, 'blurb-writing')).status).toBe(202);
  });
  it('are limited by tool and publication', async () => {
    const publication = await published();
    for (let i = 0; i < 5; i++)
      expect((await started(publication, 'blurb-writing')).status).toBe(202);
    expect(outcomeOf(await started(publication, 'blurb-writing'))).toEqual([
      422,
      'tool_limit_reached',
    ]);
    expect((await started(publication, 'accessibility-check')).status).toBe(202);
    expect((await started(await published(), 'blurb-writing')).status).toBe(202);
  });
  it('are not spent by a retry, though it comes at the same moment', async () => {
    const publication = await published();
    const race = await Promise.all(
      [1, 2, 3].map(() => started(publication, 'blurb-writing', 'k1')),
    );
    expect(race.map(({status}) => status).sort()).toEqual([200, 200, 202]);
    expect(new Set(race.map(({body}) => body.id)).size).toBe(1);
    expect(await used()).toBe(1);
    expect(outcomeOf(await started(publication, 'file-validation', 'k1'))).toEqual([
      409,
      'idempotency_key_reused',
    ]);
  });
});
