import {expect, test} from 'vitest';
import type {Exchange} from '../../spec/step.ts';
import {evidenceOf} from './evidence.ts';
import {Ledger} from './ledger.ts';
import {Redaction} from './redaction.ts';

const READ: Exchange = {
  step: 's1',
  op: 'getAccount',
  as: 'full',
  sentAt: 0,
  gotAt: 1,
  status: 200,
  situations: ['account'],
  documented: ['account'],
  headers: {},
  body: {},
  sent: {method: 'GET', url: 'http://localhost/account', headers: {}},
};

/** The `curl` line of an exchange. */
function curlOf(exchange: Exchange): string | undefined {
  const prepared = {
    scene: {id: 'a scene', api: 'workspace' as const, act: () => ({})},
    given: [],
    act: [],
    handles: {},
  };
  return evidenceOf(prepared, [exchange], new Redaction(new Ledger(), true)).curl[0];
}

/** The `curl` line of a request to the account, with these headers. */
const curlWith = (as: string, headers: Record<string, string>): string | undefined =>
  curlOf({...READ, as, sent: {...READ.sent, headers}});

test.each([
  ['full', 'authorization', 'Bearer secret', 'Bearer $FULL_KEY'],
  ['read-only', 'authorization', 'Bearer secret', 'Bearer $READ_ONLY_KEY'],
  ['other-key', 'authorization', 'Bearer secret', 'Bearer $OTHER_KEY'],
  ['unknown-credential', 'authorization', 'Bearer secret', 'Bearer $UNKNOWN_CREDENTIAL'],
  ['scopeless-agent', 'authorization', 'Basic secret', 'Basic $SCOPELESS_AGENT_KEY'],
  ['admin', 'x-user-token', 'secret', '$ADMIN_KEY'],
  ['full', 'idempotency-key', 'secret', '$IDEMPOTENCY_KEY'],
  ['agent', 'mcp-session-id', 'secret', '$MCP_SESSION'],
])('a curl line has a variable in the place of a secret: %s, %s', (as, header, value, variable) => {
  expect(curlWith(as, {[header]: value})).toBe(
    `curl -sS -H "${header}: ${variable}" 'http://localhost/account'  # 200`,
  );
});

test('a curl line names a file in the place of its bytes, and a hook has no curl line', () => {
  const url = 'http://localhost/file';
  expect(curlOf({...READ, sent: {method: 'PUT', url, headers: {}, file: true}})).toBe(
    `curl -sS -X PUT --data-binary '@FILE' '${url}'  # 200`,
  );
  expect(curlOf({...READ, hook: true})).toBeUndefined();
});
