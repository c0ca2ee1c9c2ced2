import {request} from 'undici';
import {createMock} from '../mock/create-mock.ts';
import {createMock as createLibraryMock} from '../mock/library.ts';
import {figure, median, ratio, type Figure} from './figure.ts';
import {answersOf, startMock, startPrepared} from './peers.ts';

/** Measures creating and dropping a world, and the memory of a thousand worlds. */
export async function worlds(rounds: number): Promise<Figure[]> {
  const mock = await startMock();
  const {publication, texts} = await answersOf(mock);
  const bare = await startPrepared('fastify', publication, texts);
  const times: number[] = [];
  const bareTimes: number[] = [];
  const turn = async (): Promise<number> => {
    const begin = performance.now();
    const created = await request(`${mock.controlUrl}/worlds`, {method: 'POST'});
    const {world} = (await created.body.json()) as {world: string};
    const dropped = await request(`${mock.controlUrl}/worlds/${world}`, {method: 'DELETE'});
    await dropped.body.dump();
    return performance.now() - begin;
  };
  const bareUrl = `http://127.0.0.1:${bare.port}/api/v1/publications/${publication}`;
  const twoBare = async (): Promise<number> => {
    const begin = performance.now();
    for (let i = 0; i < 2; i++) await (await request(bareUrl)).body.text();
    return performance.now() - begin;
  };
  for (let i = 0; i < 500; i++) await turn();
  await inTurn(500, twoBare);
  for (let round = 0; round < rounds; round++) {
    times.push(median(await inTurn(200, turn)));
    bareTimes.push(median(await inTurn(200, twoBare)));
  }
  await bare.stop();
  for (let i = 0; i < 1000; i++) await mock.control('POST', '/worlds', {});
  const memory = mock.memory();
  await mock.stop();
  return [
    figure('a world made and dropped, in process', await inProcess(rounds), 'at most', 2, 'ms'),
    figure('a world made and dropped, over HTTP', times, 'at most', 2, 'ms'),
    ratio('the same, beside two round trips to Fastify', times, bareTimes, 'at most', 8, 'ms'),
    figure('a world of a test, by the library', await byLibrary(rounds), 'at most', 5, 'ms'),
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

/** Medians of what a test pays that has a world of its own, in milliseconds. */
async function byLibrary(rounds: number): Promise<number[]> {
  const mock = await createLibraryMock();
  const turn = async (): Promise<number> => {
    const begin = performance.now();
    await (await mock.world()).drop();
    return performance.now() - begin;
  };
  await inTurn(100, turn);
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) times.push(median(await inTurn(100, turn)));
  await mock.close();
  return times;
}

/** Runs a function `count` times, in sequence. */
async function inTurn<T>(count: number, work: () => Promise<T>): Promise<T[]> {
  const all: T[] = [];
  for (let i = 0; i < count; i++) all.push(await work());
  return all;
}
