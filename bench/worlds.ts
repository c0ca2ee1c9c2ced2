import {figure, median, type Figure} from './figure.ts';
import {startMock} from './peers.ts';

/** A world made and dropped through the control plane, and a thousand of them at once. */
export async function worlds(rounds: number): Promise<Figure[]> {
  const mock = await startMock();
  const times: number[] = [];
  const turn = async (): Promise<number> => {
    const begin = performance.now();
    const {world} = await mock.control('POST', '/worlds', {});
    await mock.control('DELETE', `/worlds/${world}`);
    return performance.now() - begin;
  };
  for (let i = 0; i < 300; i++) await turn();
  for (let round = 0; round < rounds; round++) times.push(median(await inTurn(200, turn)));
  for (let i = 0; i < 1000; i++) await mock.control('POST', '/worlds', {});
  const memory = mock.memory();
  await mock.stop();
  return [
    figure('a world made and dropped, over HTTP', times, 'at most', 2, 'ms'),
    figure('memory, 1,000 worlds', [memory], 'at most', 300, 'MiB'),
  ];
}

async function inTurn<T>(count: number, work: () => Promise<T>): Promise<T[]> {
  const all: T[] = [];
  for (let i = 0; i < count; i++) all.push(await work());
  return all;
}
