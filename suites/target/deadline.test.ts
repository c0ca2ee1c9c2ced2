import {expect, test} from 'vitest';
import {realClock} from '../engine/facts/ports.ts';
import {whileServing} from '../testing/target.ts';
import {HttpClient} from './client.ts';

test('a response that never ends, though it goes on, is given up', async () => {
  const client = new HttpClient(200);
  const reply = await whileServing(
    async (_, response) => {
      response.writeHead(200, {'content-type': 'application/json'});
      while (!response.destroyed) {
        response.write(' ');
        await realClock.sleep(20);
      }
    },
    (url) => client.send({method: 'GET', url, headers: {}}),
  );
  await client.close();
  expect(reply).toMatchObject({status: 0, problem: 'no answer in time'});
});
