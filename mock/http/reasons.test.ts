import {beforeAll, expect, test} from 'vitest';
import {reportingMock} from '../testing/reporting-mock.ts';

const here = reportingMock();
beforeAll(async () => void (await here.mock.worlds.create({id: 'w1', seed: 1})));

/** Sends a request with credentials of the demo world, and reads its line on the terminal. */
async function lineOf(
  api: 'workspace' | 'store',
  path: string,
  more: Record<string, string> = {},
  body?: object,
): Promise<string> {
  const response = await fetch(here.mock.urls[api] + path, {
    method: body ? 'POST' : 'GET',
    headers: {
      authorization: 'Bearer demo-key-harbour-full',
      'x-user-token': 'demo-token-riverside-admin',
      'content-type': 'application/json',
      ...more,
    },
    ...(body && {body: JSON.stringify(body)}),
  });
  await response.arrayBuffer();
  return here.lines.join('\n');
}

test.each([
  ['/integration-api/v1/users', '/integration-api/v1/dashboard/users'],
  ['/api/v1/users', '/integration-api/v1/dashboard/users'],
  ['/integration-api/v1/users/5', '/integration-api/v1/dashboard/users/5'],
  ['/integration-api/v1/dashboard/orders', '/integration-api/v1/orders'],
  ['/integration-api/v1/ordrs', '/integration-api/v1/orders'],
  ['/orders', '/integration-api/v1/orders'],
])('%s: %s may be meant', async (path, meant) => {
  expect(await lineOf('store', path)).toContain(`; did you mean ${meant}?`);
});

test.each([
  ['workspace', '/integration-api/v1/orders/basket-7', 'store'],
  ['store', '/api/v1/publications?limit=3', 'workspace'],
] as const)('%s API, path %s: the port of the %s API is named', async (api, path, meant) => {
  const {port} = new URL(here.mock.urls[meant]);
  expect(await lineOf(api, path)).toContain(
    `; the ${meant} API listens on port ${port}: send the request there`,
  );
});

test.each(['workspace', 'store'] as const)(
  'whoever opens the %s API in a browser is sent to the page of the control plane',
  async (api) => {
    expect(await lineOf(api, '/')).toMatch(/^404 GET \/ .*; in a browser, open the control plane/);
  },
);

test('a path like no other gets no suggestion', async () => {
  expect(await lineOf('store', '/integration-api/v1/nothing/of/this')).not.toContain(
    'did you mean',
  );
});

test('a mistyped query parameter is named in the reason of a refusal', async () => {
  expect(await lineOf('store', '/integration-api/v1/orders/basket-7?id-type=external')).toMatch(
    /^404 .* got no order basket-7; .*; the query parameter id-type has no effect here: did you mean id_type\?/,
  );
});

test('a list with the parameters that it has needs no word', async () => {
  expect(await lineOf('store', '/integration-api/v1/dashboard/users?page=1')).toBe('');
});

test('a header Prefer without a code has no effect, and the terminal says so', async () => {
  const line = await lineOf('workspace', '/api/v1/account', {prefer: 'status=500'});
  expect(line).toMatch(
    /^200 .*  the header Prefer: status=500 has no effect here: send .*code=422/,
  );
  expect(line).not.toContain('(workspace.');
});

test.each(['return=minimal', 'respond-async, wait=10', 'handling=lenient'])(
  'the standard preference %s needs no word',
  async (prefer) => {
    expect(await lineOf('workspace', '/api/v1/account', {prefer})).toBe('');
  },
);

test('a requested refusal says that it was asked for', async () => {
  const prefer = 'code=422, example=oversize';
  expect(await lineOf('workspace', '/api/v1/uploads', {prefer}, {})).toMatch(
    /^422 .* got Prefer: code=422, example=oversize, which asks for this 422 \(file_too_large\); leave/,
  );
});

test('a credential of another world: both ways out are named', async () => {
  expect(await lineOf('workspace', '/w/w1/api/v1/account')).toMatch(
    /got one of world demo; leave out \/w\/w1 .*, or use a credential of world w1: GET \/worlds\/w1 /,
  );
  const {secret} = [...here.mock.world('w1')!.table('keys').all()][0] as unknown as {
    secret: string;
  };
  here.lines = [];
  expect(await lineOf('workspace', '/api/v1/account', {authorization: `Bearer ${secret}`})).toMatch(
    /got one of world w1; put \/w\/w1 before the path .*credential of world demo/,
  );
});

test('values that are taken: the reason names who has them', async () => {
  const path = '/integration-api/v1/dashboard/users';
  const user = {
    email: 'taken@readers.example',
    external_id: 'taken',
    new_password: 'correct horse',
  };
  await lineOf('store', path, {}, user);
  here.lines = [];
  expect(await lineOf('store', path, {}, user)).toMatch(
    /got the email and external_id of user \d+; correct email, external_id/,
  );
});
