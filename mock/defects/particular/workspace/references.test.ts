import type {SuiteWorld} from '../../../testing/client.ts';
import type {WorkspaceRow} from '../../../workspace/access/rows.ts';
import {describeDefects, type Way} from '../../../testing/defect-ways.ts';
import {publish, ran, walk} from '../../../testing/workspace-steps.ts';
import {references} from './references.ts';

const REPAIR = 'accessibility-repair';

const idOf = async (on: SuiteWorld): Promise<string> => (await publish(on)).body.id as string;

const read = async (on: SuiteWorld, path: string): Promise<any> =>
  (await on.workspace('GET', `/publications${path}`)).body;

/** Runs a repair that fails. */
async function failed(on: SuiteWorld, id: string): Promise<void> {
  const [own] = [...on.world.table('workspaces').all()] as WorkspaceRow[];
  on.world.table('workspaces').put({...own!, endings: ['failed']} as WorkspaceRow);
  await ran(on, id, REPAIR);
}

const ways: Record<string, Way> = {
  'a derived file moves the creation time': async (on) => {
    const id = await idOf(on);
    const before = (await read(on, `/${id}`)).created_at;
    await ran(on, id, REPAIR);
    return (await read(on, `/${id}`)).created_at === before;
  },
  'two versions of three have one id': async (on) => {
    const id = await idOf(on);
    for (let i = 0; i < 2; i++) await ran(on, id, REPAIR);
    return new Set((await read(on, `/${id}/files`)).data.map((row: any) => row.id)).size;
  },
  'derived files of the next publication are listed': async (on) => {
    const [id, next] = [await idOf(on), await idOf(on)];
    await ran(on, next, REPAIR);
    return (await read(on, `/${id}/files`)).data.length;
  },
  'a failed run takes its publication off the list': async (on) => {
    await failed(on, await idOf(on));
    return (await walk(on)).length;
  },
  'the list forgets the repair of who had a failure since': async (on) => {
    const id = await idOf(on);
    await ran(on, id, REPAIR);
    await failed(on, id);
    const [row] = (await read(on, '')).data;
    return row.working_file_id === (await read(on, `/${id}`)).working_file_id;
  },
};

describeDefects('what responses tell', references, ways, async (on) => {
  const id = await idOf(on);
  await ran(on, id, REPAIR);
  const {data, current_file_id: current} = await read(on, `/${id}/files`);
  return [data.length, data.findIndex((row: any) => row.id === current), (await walk(on)).length];
});
