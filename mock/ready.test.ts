import {afterEach, expect, test} from 'vitest';
import {createMock, type Mock, type MockOptions} from './create-mock.ts';

let mock: Mock;
afterEach(() => mock.close());

test.each<MockOptions>([
  {host: '0.0.0.0', control: {token: 'token-of-this-test'}},
  {onePort: true, control: {token: 'token-of-this-test'}},
])('every origin tells that it is ready, without a token: %j', async (options) => {
  mock = await createMock(options);
  for (const url of Object.values(mock.urls)) {
    const ready = await fetch(`${url}/ready`);
    expect([url, ready.status, await ready.json()]).toEqual([url, 200, {ready: true}]);
    expect((await fetch(`${url}/ready`, {method: 'HEAD'})).status).toBe(200);
    const post = await fetch(`${url}/ready`, {method: 'POST'});
    expect([post.status, post.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  }
});

test('nothing is ready before the worlds are', async () => {
  const answers: unknown[] = [];
  mock = await createMock({
    world: 'empty',
    ports: {workspace: 47_961},
    async prepare(worlds) {
      const asked = fetch('http://localhost:47961/ready');
      answers.push(
        await asked.then(
          (response) => response.status,
          () => 'nothing listens',
        ),
      );
      await worlds.create({id: 'prepared', template: 'empty'});
    },
  });
  expect(answers).toEqual(['nothing listens']);
  expect((await fetch(`${mock.urls.workspace}/ready`)).status).toBe(200);
  expect(mock.world('prepared')).toBeDefined();
});
