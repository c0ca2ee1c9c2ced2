import {afterEach, beforeEach, describe, expect, test} from 'vitest';
import {suiteWorld, type SuiteWorld} from '../../testing/client.ts';
import type {OauthTokenRow} from '../../workspace/mcp/rows.ts';
import {addressesOf} from './addresses.ts';
import {Origins} from '../../http/origins.ts';
import {quoted} from './challenge.ts';
import {tokens} from './tables.ts';
import {challengeOf} from './challenge.ts';
import {documentedSteps} from '../mcp-steps.ts';
import {judgeLeniently} from '../../defects/apply/mcp-steps.ts';
import {judgeToken, type PresentedToken, type TokenCondition, type TokenVerdict} from './verify.ts';

const RESOURCE = 'http://localhost:4010/w/w/mcp';
let ours: SuiteWorld;
beforeEach(async () => void (ours = await suiteWorld()));
afterEach(() => ours.mock.close());

const ofRole = (role: string): OauthTokenRow =>
  tokens(ours.world, 'access_tokens').find((each) => each.role === role)!;
const put = (over: Partial<OauthTokenRow>): string => {
  void ours.world.commit({
    changes: [{table: 'access_tokens', put: {...ofRole('agent'), ...over}}],
    effects: [],
  });
  return ofRole('agent').secret;
};
const presented = (secret: string | undefined): PresentedToken => ({
  world: ours.world,
  secret,
  resource: RESOURCE,
  otherWorlds: ours.mock.worlds.list(),
});
const judged = (secret: string | undefined): TokenVerdict => judgeToken(presented(secret));
/** The verdict of a mock with a defect that skips one check. */
const judgedWithout = (condition: TokenCondition, secret: string | undefined): TokenVerdict =>
  judgeLeniently(presented(secret), new Set([condition]), documentedSteps);

describe('a token', () => {
  test('that holds is taken', () => {
    expect(judged(ofRole('agent').secret)).toEqual({token: ofRole('agent')});
    expect(judged(put({audience: `${RESOURCE}/`}))).toEqual({token: ofRole('agent')});
  });

  test.each<[TokenCondition, () => string | undefined, RegExp]>([
    ['no-token', () => undefined, /got none.*Authorization: Bearer/],
    ['no-token', () => '', /got none/],
    ['unknown-token', () => 'at_nobodys', /got at_no\.\.\. \(10 characters\)/],
    [
      'unknown-token',
      () => `${ofRole('agent').secret}x`,
      /did you mean at_.*\? \(1 character differs\)/,
    ],
    ['api-key', () => ours.key(), /an API key.*keys are for \/api\/v1/],
    ['store-token', () => ours.token(), /a token of the Store Integration API/],
    [
      'foreign-audience',
      () => put({audience: 'http://localhost:4010/mcp'}),
      /expected a token for http:\/\/localhost:4010\/w\/w\/mcp; got one for http:\/\/localhost:4010\/mcp/,
    ],
    [
      'expired-token',
      () => put({expires: ours.world.now()}),
      /expired at .* on the world's frozen clock/,
    ],
    ['revoked-token', () => put({revoked: true}), /revoked/],
    [
      'lacking-scope',
      () => ofRole('scopeless-agent').secret,
      /the scope mcp:use; got one without any scope/,
    ],
  ])('is refused: %s, with an explanation for the journal', (condition, secret, explanation) => {
    const shown = secret();
    const result = judged(shown);
    if (!('condition' in result)) throw new Error('taken');
    expect(result.condition).toBe(condition);
    const {expected, got, todo} = result.why;
    expect(`expected ${expected}; got ${got}; ${todo}`).toMatch(explanation);
    if (shown) expect(JSON.stringify(result)).not.toContain(shown);
    expect(judgedWithout(condition, shown)).toMatchObject({
      token: {scopes: condition === 'lacking-scope' ? [] : ['mcp:use']},
    });
  });
});

describe('a token, looked at closely', () => {
  test('of another world is refused with the name of that world', async () => {
    const other = await ours.mock.worlds.create({seed: 99});
    const {secret} = tokens(other, 'access_tokens')[0]!;
    expect(judged(secret)).toMatchObject({
      condition: 'unknown-token',
      why: {got: `one of world ${other.id}`, todo: expect.stringContaining(`/w/${other.id} `)},
    });
  });

  test('is valid until the clock reaches its end', async () => {
    const secret = put({expires: ours.world.now() + 1});
    expect(judged(secret)).toHaveProperty('token');
    await ours.world.advance(1);
    expect(judged(secret)).toHaveProperty('condition', 'expired-token');
  });

  test('an API key that a defect takes stands for its workspace', () => {
    expect(judgedWithout('api-key', ours.key('second-workspace'))).toMatchObject({
      token: {tenant: ofRole('second-agent').tenant},
    });
  });
});

describe('the challenge', () => {
  const metadata = 'http://localhost:4010/.well-known/oauth-protected-resource/w/w/mcp';
  test('names no error when nothing was presented', () => {
    expect(challengeOf('no-token', {metadata})).toEqual({
      status: 401,
      headers: {'WWW-Authenticate': `Bearer resource_metadata="${metadata}", scope="mcp:use"`},
    });
  });

  test('names the error, what to ask for and where', () => {
    const challenge = challengeOf('expired-token', {metadata});
    expect(challenge).toMatchObject({status: 401, body: {error: 'invalid_token'}});
    expect(challenge.headers['WWW-Authenticate']).toBe(
      `Bearer error="invalid_token", error_description="The access token has expired.", resource_metadata="${metadata}", scope="mcp:use"`,
    );
    expect(challengeOf('lacking-scope', {metadata})).toMatchObject({
      status: 403,
      body: {error: 'insufficient_scope'},
    });
  });

  test('quotes whatever it is given', () => {
    expect(quoted('a"b\\c\r\nX: y\u{1f600}')).toBe('"a\\"b\\\\c??X: y??"');
  });
});

test('addresses: below worlds, by Host, by public URL, and of a Host that no URL can have', () => {
  const origins = new Origins();
  origins.ports.workspace = 4010;
  const requestTo = (host: string): any => ({headers: {host}, socket: {localPort: 4010}});
  expect(addressesOf(origins, 'demo')).toEqual({
    issuer: 'http://localhost:4010',
    resource: 'http://localhost:4010/mcp',
    metadata: 'http://localhost:4010/.well-known/oauth-protected-resource/mcp',
  });
  expect(addressesOf(origins, 'w', requestTo('127.0.0.1:4010'))).toEqual({
    issuer: 'http://127.0.0.1:4010/w/w',
    resource: 'http://127.0.0.1:4010/w/w/mcp',
    metadata: 'http://127.0.0.1:4010/.well-known/oauth-protected-resource/w/w/mcp',
  });
  expect(addressesOf(origins, 'demo', requestTo('999.999.999.999:4010')).metadata).toBe(
    'http://999.999.999.999:4010/.well-known/oauth-protected-resource/mcp',
  );
  const behind = new Origins({publicUrl: 'https://mock.example'});
  behind.ports.workspace = 4010;
  expect(addressesOf(behind, 'w', requestTo('x')).resource).toBe(
    'https://mock.example:4010/w/w/mcp',
  );
});
