import {seedMirrors} from '../../../workspace/reader/seed.ts';
import type {PublicationRow} from '../../../workspace/publications/rows.ts';
import {seedPublications} from '../../../workspace/publications/seed.ts';
import type {WorkspaceRow} from '../../../workspace/access/rows.ts';
import type {SuiteWorld} from '../../../testing/client.ts';
import {describeDefects, type Way} from '../../../testing/defect-ways.ts';
import {workspace} from './all.ts';
import {
  agent,
  publish,
  ran,
  register,
  start,
  used,
  walk,
} from '../../../testing/workspace-steps.ts';

const REPAIR = 'accessibility-repair';
const CHECK = 'accessibility-check';
const VALIDATION = 'file-validation';

const idOf = async (on: SuiteWorld): Promise<string> => (await publish(on)).body.id as string;

const files = async (on: SuiteWorld, id: string): Promise<any> =>
  (await on.workspace('GET', `/publications/${id}/files`)).body;

const account = async (on: SuiteWorld): Promise<number> =>
  (await on.workspace('GET', '/account')).body.publications_left as number;

const read = async (on: SuiteWorld, id: string, as = on.key()): Promise<any> =>
  (await on.workspace('GET', `/publications/${id}`, undefined, as)).body;

/** Moves on to an instant whose ISO 8601 form fits. */
async function until(on: SuiteWorld, pattern: RegExp): Promise<void> {
  while (!pattern.test(new Date(on.world.now()).toISOString())) await on.world.advance(3_600_000);
}

/** Adds publications without a request. */
const seeded = (on: SuiteWorld, count: number): void => {
  const [first] = [...on.world.table('workspaces').all()] as WorkspaceRow[];
  seedPublications(on.world, first!.key, count);
};

/** Sets the ceiling of metered runs in a day. */
const limited = async (on: SuiteWorld, ceiling: number): Promise<void> =>
  on.world.setNumber('runs.daily_limit', ceiling);

/** Publishes a file and gives the status. */
const publishing =
  (name: string, bytes = 'tides'): Way =>
  async (on) =>
    (await publish(on, name, bytes)).status;

const values: Record<string, Way> = {
  'a name with two dots has no format': async (on) => (await on.reserve('a.b.epub')).status,
  'a name outside ASCII is refused': publishing('zoë.epub'),
  'a file of one byte is incomplete': publishing('tides.epub', 'x'),
  'the bytes of a name with a percent sign are lost': publishing('50%.epub'),
  'a size above a kilobyte is rounded': async (on) => {
    const {body} = await publish(on, 'tides.epub', 'x'.repeat(1500));
    return (await read(on, body.id)).original_size_bytes;
  },
  'a second file of one name has the size of the first': async (on) => {
    await publish(on);
    const {body} = await publish(on, 'tides.epub', 'other bytes');
    return (await read(on, body.id)).original_size_bytes;
  },
  'the list escapes markup in titles': titles('a & b.epub'),
  'the list cuts long titles': titles(`${'long '.repeat(10)}.epub`),
};

/** The title of the list and that of reading. */
function titles(name: string): Way {
  return async (on) => {
    const {body} = await publish(on, name);
    const listed = await on.workspace('GET', '/publications');
    return listed.body.data[0].title === (await read(on, body.id)).title;
  };
}

const refusals: Record<string, Way> = {
  'the second refusal of one upload spends': async (on) => {
    const {body} = await on.reserve();
    for (let i = 0; i < 2; i++) await on.register(body);
    return account(on);
  },
  'the size of a refused registration is kept': async (on) => {
    const {body} = await on.reserve();
    await on.put(body);
    await on.register(body, {size_bytes: 6});
    await on.register(body);
    return (await read(on, body.publication_id)).original_size_bytes;
  },
  'the attempt of another workspace ends a reservation': async (on) => {
    const {body} = await on.reserve();
    await on.put(body);
    await on.register(body, {}, on.key('second-workspace'));
    return (await on.register(body)).status;
  },
  'a reservation of a name that was reserved spends': async (on) => {
    for (let i = 0; i < 2; i++) await on.reserve();
    return account(on);
  },
  'a refused start with an Idempotency-Key spends': async (on) => {
    const id = await idOf(on);
    await limited(on, 0);
    const {status} = await start(on, id, CHECK, 'k-1');
    return [status, await used(on)];
  },
  'a start of an unknown tool at the ceiling spends': async (on) => {
    const id = await idOf(on);
    await limited(on, 0);
    const {status} = await start(on, id, 'unknown-tool');
    return [status >= 400, await used(on)];
  },
};

const orders: Record<string, Way> = {
  'the older of two uploads cannot follow the newer': async (on) => {
    const [older, newer] = [await on.reserve(), await on.reserve('b.epub')];
    for (const {body} of [older, newer]) await on.put(body);
    await register(on, newer.body, 'b.epub');
    return (await register(on, older.body)).status;
  },
  'the list is in the order of reservation': async (on) => {
    const [older, newer] = [await on.reserve(), await on.reserve('b.epub')];
    for (const {body} of [older, newer]) await on.put(body);
    await register(on, newer.body, 'b.epub');
    await on.world.advance(60_000);
    await register(on, older.body);
    return walk(on);
  },
  'a repair after another tool does not count': async (on) => {
    const id = await idOf(on);
    await ran(on, id, VALIDATION);
    await ran(on, id, REPAIR);
    const {data, current_file_id: current} = await files(on, id);
    return data.findIndex((row: any) => row.id === current);
  },
  'a run of another publication hides derived files': async (on) => {
    const [id, other] = [await idOf(on), await idOf(on)];
    await ran(on, id, REPAIR);
    await start(on, other, VALIDATION);
    return (await files(on, id)).data.length;
  },
};

const instants: Record<string, Way> = {
  'bytes are forgotten when their link expires': async (on) => {
    const {body} = await on.reserve();
    await on.put(body);
    await on.world.advance(31 * 60_000);
    return (await on.register(body)).status;
  },
  'the last days of a month are the first of the next': async (on) => {
    await until(on, /-30T/);
    const {created_at: created} = await read(on, await idOf(on));
    return Date.parse(created) - on.world.now();
  },
  'the link works a second too long': async (on) => {
    const {body} = await on.reserve();
    await on.world.advance(30 * 60_000 + 500);
    return (await on.put(body)).status;
  },
  'a place is free a second late': async (on) => {
    const id = await idOf(on);
    await limited(on, 1);
    await start(on, id, CHECK);
    await on.world.advance(86_400_000);
    return (await start(on, id, CHECK)).status;
  },
  'a run leaves the used figure a second early': async (on) => {
    await start(on, await idOf(on), CHECK);
    await on.world.advance(86_399_500);
    return used(on);
  },
  'runs of the last hour leave at midnight': async (on) => {
    await until(on, /T23/);
    await start(on, await idOf(on), CHECK);
    await on.world.advance(3_600_000);
    return used(on);
  },
  'a success is forgotten after a day': async (on) => {
    const {body} = await ran(on, await idOf(on), VALIDATION);
    await on.world.advance(86_400_000);
    return (await on.workspace('GET', `/runs/${body.id}`)).body.state;
  },
  'the link of a derived file works for nine minutes': async (on) => {
    const id = await idOf(on);
    await ran(on, id, REPAIR);
    const {current_file_id: current} = await files(on, id);
    const {headers} = await on.workspace('GET', `/files/${current}/download`);
    await on.world.advance(9.5 * 60_000);
    return (await on.send(headers.get('location')!, {})).status;
  },
};

const pages: Record<string, Way> = {
  'a row is lost after a registration between the second and third page': async (on) => {
    seeded(on, 120);
    return (await walk(on, async (page) => page === 2 && publish(on))).length;
  },
  'who has a run under way is not listed': async (on) => {
    await start(on, await idOf(on), CHECK);
    return (await walk(on)).length;
  },
  'the third page repeats a row': walkingOver(120),
  'two walks of one key are one': async (on) => {
    seeded(on, 120);
    const {body: first} = await on.workspace('GET', '/publications');
    const second = `/publications?cursor=${first.next_cursor}`;
    await on.workspace('GET', second);
    return (await on.workspace('GET', second)).body.data[0].id;
  },
  'three rows are not more': walkingOver(53),
};

/** How many rows a walk over a list of some length sees. */
function walkingOver(count: number): Way {
  return async (on) => {
    seeded(on, count);
    return (await walk(on)).length;
  };
}

/** Whether starts with these `Idempotency-Key`s give one run. */
const starting =
  (keys: string[], tool = CHECK): Way =>
  async (on) => {
    const id = await idOf(on);
    const ids: string[] = [];
    for (const key of keys) ids.push((await start(on, id, tool, key)).body.id as string);
    return new Set(ids).size;
  };

const retries: Record<string, Way> = {
  'capitals of a key do not matter': starting(['key-A', 'key-a']),
  'a key of digits is a number': starting(['007', '7']),
  'signs of a key do not matter': starting(['a-b', 'a_b']),
  'the third retry starts another run': starting(['k', 'k', 'k']),
  'a retry of an unmetered tool starts another run': starting(['k', 'k'], VALIDATION),
  'a retry with another API key starts another run': async (on) => {
    const id = await idOf(on);
    const first = await start(on, id, CHECK, 'k');
    const second = await start(on, id, CHECK, 'k', on.key('other-key'));
    return first.body.id === second.body.id;
  },
  'the third request with a key spends': async (on) => {
    const id = await idOf(on);
    for (let i = 0; i < 3; i++) await start(on, id, CHECK, 'k');
    return used(on);
  },
  'a key with capitals is another key to a tool': async (on) => {
    const id = await idOf(on);
    const {body} = await start(on, id, CHECK, 'Key');
    const call = await agent(on);
    const args = {publication: id, tool: CHECK, idempotency_key: 'Key'};
    return (await call('startRun', args))['id'] === body.id;
  },
};

const states: Record<string, Way> = {
  'the third repair does not become current': async (on) => {
    const id = await idOf(on);
    for (let i = 0; i < 3; i++) await ran(on, id, REPAIR);
    const {data, current_file_id: current} = await files(on, id);
    return data.findIndex((row: any) => row.id === current);
  },
  'no version is current while a repair is under way': async (on) => {
    const id = await idOf(on);
    await start(on, id, REPAIR);
    return (await files(on, id)).data.map((row: any) => row.current);
  },
  'a second run of the tool takes the report of the first': async (on) => {
    const id = await idOf(on);
    const {body} = await ran(on, id, VALIDATION);
    await ran(on, id, VALIDATION);
    return (await on.workspace('GET', `/runs/${body.id}/report`)).status;
  },
  'a later success of the tool covers a failure': async (on) => {
    const id = await idOf(on);
    const [own] = [...on.world.table('workspaces').all()] as WorkspaceRow[];
    on.world.table('workspaces').put({...own!, endings: ['failed']} as WorkspaceRow);
    const {body} = await ran(on, id, VALIDATION);
    await ran(on, id, VALIDATION);
    return (await on.workspace('GET', `/runs/${body.id}`)).body.state;
  },
  'the original of a publication with two repairs is the first repair': async (on) => {
    const id = await idOf(on);
    for (let i = 0; i < 2; i++) await ran(on, id, REPAIR);
    const [original] = (await files(on, id)).data;
    const {headers} = await on.workspace('GET', `/files/${original.id}/download`);
    return (await on.send(headers.get('location')!, {})).body;
  },
};

const limits: Record<string, Way> = {
  'tools of one category share the limit': async (on) => {
    const id = await idOf(on);
    for (let i = 0; i < 5; i++) await start(on, id, CHECK);
    return (await start(on, id, REPAIR)).status;
  },
  'the ceiling refuses conversions': async (on) => {
    const id = await idOf(on);
    await limited(on, 0);
    return (await start(on, id, 'convert-to-pdf')).status;
  },
};

const races: Record<string, Way> = {
  'equal reservations of one second have one id': async (on) => {
    const [one, other] = await Promise.all([on.reserve(), on.reserve()]);
    return one.body.publication_id === other.body.publication_id;
  },
  'parallel retries by tools start two runs': async (on) => {
    const args = {publication: await idOf(on), tool: CHECK, idempotency_key: 'k'};
    const calls = await Promise.all([agent(on), agent(on)]);
    const both = await Promise.all(calls.map((call) => call('startRun', args)));
    return new Set(both.map(({id}) => id)).size;
  },
};

const access: Record<string, Way> = {
  'a key in capitals is accepted': async (on) =>
    (await on.workspace('GET', '/account', undefined, on.key().toUpperCase())).status,
  'an id with something appended is found': async (on) => {
    const id = await idOf(on);
    return (await on.workspace('GET', `/publications/${id}x`)).status;
  },
  'capitals of a file id do not matter': async (on) => {
    const {working_file_id: file} = await read(on, await idOf(on));
    return (await on.workspace('GET', `/files/${file.toUpperCase()}/download`)).status;
  },
  'a publication with the name of an own one is found': async (on) => {
    const id = await idOf(on);
    const other = on.key('second-workspace');
    await publish(on, 'tides.epub', 'other', other);
    return read(on, id, other);
  },
  'tools mangle titles outside ASCII': async (on) => {
    const {body} = await publish(on, 'zoë.epub');
    return (await (await agent(on))('getPublication', {publication: body.id}))['title'];
  },
  'the list of a tool drops zeros of titles': async (on) => {
    await publish(on, '007.epub');
    const {data} = await (await agent(on))('listPublications');
    return (data as {title: string}[])[0]!.title;
  },
};

/** The state of the run that a workspace ends so, after hours. */
const endedAs =
  (end: string, hours: number): Way =>
  async (on) => {
    const [row] = [...on.world.table('workspaces').all()] as WorkspaceRow[];
    const put = {...row, endings: [end]} as unknown as WorkspaceRow;
    await on.world.commit({changes: [{table: 'workspaces', put}], effects: []});
    const {body} = await start(on, await idOf(on), VALIDATION);
    await on.world.advance(hours * 3_600_000);
    return (await on.workspace('GET', `/runs/${body.id}`)).body.state;
  };

const moments: Record<string, Way> = {
  'a failure is forgiven after an hour': endedAs('failed', 1),
  'a rejected run waits again after a day': endedAs('rejected', 24),
  'a tool lists the size of the repaired file': async (on) => {
    await ran(on, await idOf(on), REPAIR);
    return (await agent(on))('listPublications', {});
  },
  'a tool lists one version': async (on) => {
    const id = await idOf(on);
    await ran(on, id, REPAIR);
    return (await agent(on))('listPublicationFiles', {publication: id});
  },
  'a tool shows no mirrors': async (on) => {
    const id = await idOf(on);
    const row = on.world.table('publications').get(id) as PublicationRow;
    await seedMirrors(on.world, row, ['original']);
    return (await agent(on))('getPublicationReader', {publication: id});
  },
  'derived files have links all the same': async (on) => {
    const id = await idOf(on);
    await ran(on, id, REPAIR);
    const {current_file_id: file} = await files(on, id);
    const [row] = [...on.world.table('workspaces').all()] as WorkspaceRow[];
    const put = {...row, downloads: 'unavailable'} as WorkspaceRow;
    await on.world.commit({changes: [{table: 'workspaces', put}], effects: []});
    const url = `${on.mock.urls.workspace}/w/w/api/v1/files/${file}/download`;
    const headers = {authorization: `Bearer ${on.key()}`};
    return (await fetch(url, {headers, redirect: 'manual'})).status;
  },
  'the ceiling falls with every run': async (on) => {
    await start(on, await idOf(on), CHECK);
    return (await on.workspace('GET', '/account/usage')).body.daily_runs_limit;
  },
};

const ways: Record<string, Way> = {
  ...values,
  ...refusals,
  ...orders,
  ...instants,
  ...pages,
  ...retries,
  ...states,
  ...limits,
  ...races,
  ...access,
  ...moments,
};

/** What a client does with plain values: no defect shows. */
const plainLife: Way = async (on) => {
  const empty = await on.workspace('GET', '/publications');
  const {body} = await publish(on);
  const id = body.id as string;
  const run = await ran(on, id, REPAIR);
  const replay = await start(on, await idOfSecond(on), CHECK, 'k-1');
  await on.world.advance(60_000);
  const call = await agent(on);
  return [
    empty.body,
    body,
    await read(on, id),
    run.status,
    replay.status,
    await files(on, id),
    await walk(on),
    await account(on),
    await used(on),
    (await on.workspace('GET', `/runs/${run.body.id}`)).body,
    (await on.workspace('GET', `/runs/${run.body.id}/report`)).body,
    (await on.workspace('GET', '/publications/pub_none')).status,
    await call('getPublication', {publication: id}),
  ];
};

const idOfSecond = async (on: SuiteWorld): Promise<string> =>
  (await publish(on, 'other.epub', 'others')).body.id as string;

describeDefects('the workspace API', workspace, ways, plainLife);
