import {request} from 'undici';
import {createMock} from '../mock/create-mock.ts';
import {figure, median, type Figure} from './figure.ts';
import {startMock} from './peers.ts';

/** Measures creating and dropping a world, and the memory of a thousand worlds. */
export async function worlds(rounds: number): Promise<Figure[]> {
  const mock = await startMock();
  const times: number[] = [];
  const turn = async (): Promise<number> => {
    const begin = performance.now();
    const created = await request(`${mock.controlUrl}/worlds`, {method: 'POST'});
    const {world} = (await created.body.json()) as {world: string};
    const dropped = await request(`${mock.controlUrl}/worlds/${world}`, {method: 'DELETE'});
    await dropped.body.dump();
    return performance.now() - begin;
  };
  for (let i = 0; i < 500; i++) await turn();
  for (let round = 0; round < rounds; round++) times.push(median(await inTurn(200, turn)));
  for (let i = 0; i < 1000; i++) await mock.control('POST', '/worlds', {});
  const memory = mock.memory();
  await mock.stop();
  return [
    figure('a world made and dropped, in process', await inProcess(rounds), 'at most', 2, 'ms'),
    figure('a world made and dropped, over HTTP', times, 'at most', 2, 'ms'),
    figure('memory, 1,000 worlds', [memory], 'at most', 300, 'MiB'),
  ];
}

/** Medians of creating and dropping a world without HTTP, in milliseconds. */
async function inProcess(rounds: number): Promise<number[]> {
  const mock = await createMock({world: 'empty'});
  const turn = async (): Promise<number> => {
    const begin = performance.now();
    await mock.worlds.drop((await mock.worlds.create()).id);
    return performance.now() - begin;
  };
  await inTurn(500, turn);
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) times.push(median(await inTurn(200, turn)));
  await mock.close();
  return times;
}

/** Runs a function `count` times, in sequence. */
async function inTurn<T>(count: number, work: () => Promise<T>): Promise<T[]> {
  const all: T[] = [];
  for (let i = 0; i < count; i++) all.push(await work());
  return all;
}
