import {setFlagsFromString} from 'node:v8';
import {runInNewContext} from 'node:vm';
import {expect, test} from 'vitest';
import {Journal, terminalLine} from './journal.ts';

const entry = {at: 0, world: 'demo', method: 'POST', path: '/mcp', status: 404};

test('a code that was sent to a path of ours is shortened like a token', () => {
  const journal = new Journal();
  journal.add({
    ...entry,
    path: '/callback?code=code_abcdefgh&state=s&code_verifier=0123456789&postcode=123456789',
  });
  expect(journal.after(0, 1)[0]!.path).toBe(
    '/callback?code=code_a...&state=s&code_verifier=01234...&postcode=123456789',
  );
});

test.each([
  ['/site/riverside/sign-in?email=a@b&password=hunter2secret', 'password=hunter...'],
  ['/users?X-User-Tok%65n=demo-token-riverside-SECRETQ', 'X-User-Tok%65n=demo-tok...'],
  ['/x?next=https%3A%2F%2Fa.example%2F%3Ftoken%3D0123456789', '%3Ftoken%3D01234...'],
  ['/x?key=SHORTKEY', '/x?key=SHOR...'],
])('the secret in %s is shortened', (path, shown) => {
  const journal = new Journal();
  journal.add({...entry, path});
  expect(journal.after(0, 1)[0]!.path).toContain(shown);
  expect(terminalLine({n: 1, ...entry, path})).toContain(shown);
  expect(terminalLine({n: 1, ...entry, path})).not.toMatch(/secret|SECRETQ|0123456789|SHORTKEY/);
});

test('a signed URL that a reason quotes is shortened', () => {
  const journal = new Journal();
  const got = 'https://bucket.example/a b?X-Amz-Signature=SECRETSIGNATURE';
  const kept = journal.add({...entry, why: {expected: 'a URL', got, todo: 'mend it'}});
  expect(kept.why?.got).toBe('https://bucket.example/a b?X-Amz-Signature=SECRETS...');
});

test('a path of many names of secrets is written at once', () => {
  const journal = new Journal();
  const path = `/x?${'key'.repeat(5000)}`;
  journal.add({...entry, path});
  for (let i = 0; i < 100; i++) terminalLine({n: 1, ...entry, path});
  expect(journal.after(0, 1)[0]!.path).toBe(path);
}, 2000);

test('a value that is encoded thousands of times is written', () => {
  const journal = new Journal();
  const path = `/x?${'a='.repeat(3800)}%${'25'.repeat(3800)}`;
  journal.add({...entry, path});
  expect(journal.after(0, 1)[0]!.path).toBe(path);
  expect(terminalLine({n: 1, ...entry, path})).toContain(path);
});

test('what comes from outside is kept up to a length', () => {
  const journal = new Journal();
  journal.add({...entry, why: {expected: 'a tool', got: 'x'.repeat(1_000_000), todo: 'mend it'}});
  expect(JSON.stringify(journal.after(0, 1)).length).toBeLessThan(3000);
});

test('what is kept of a long text does not keep the rest in memory', () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const journal = new Journal();
  const before = process.memoryUsage().heapUsed;
  for (let i = 0; i < 100; i++) {
    const body = JSON.parse(`"${'x'.repeat(2_000_000)}"`) as string;
    for (const got of [body, `${body.slice(0, 100)}...`])
      journal.add({...entry, why: {expected: 'a tool', got, todo: 'mend it'}});
  }
  collect();
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(30_000_000);
});

test('an empty text is named in the line', () => {
  const why = {expected: 'a cursor', got: '', todo: 'omit it'};
  expect(terminalLine({n: 1, ...entry, why})).toBe(
    '404 POST /mcp  expected a cursor; got an empty text; omit it',
  );
});

test('what comes from outside cannot write lines of its own, or move the cursor', () => {
  const why = {
    expected: 'a tool',
    got: 'x\n500 GET /account  expected nothing\u001b[2J\r\u009b1A',
    todo: 'mend it',
  };
  expect(terminalLine({n: 1, ...entry, why})).toBe(
    '404 POST /mcp  expected a tool; ' +
      String.raw`got x\n500 GET /account  expected nothing\x1b[2J\r\x9b1A; mend it`,
  );
  const stack = 'Error: broken\n    at here (a.ts:1)\n    at there (b.ts:2)';
  expect(terminalLine({n: 1, ...entry, status: 500, why: {...why, got: stack}})).toContain(stack);
});

test('text of a client stays in its line, and every character of it is visible', () => {
  const path = '/a\n200 GET /b\u202E\u2028\u2066\u200B\u001B[31m';
  expect(terminalLine({n: 1, ...entry, path})).toBe(
    String.raw`404 POST /a\n200 GET /b\u202e\u2028\u2066\u200b\x1b[31m`,
  );
  const got = 'x\n    at y';
  const why = {expected: 'a', got, todo: 'b'};
  expect(terminalLine({n: 1, ...entry, path: '/', why})).toBe(
    String.raw`404 POST /  expected a; got x\n    at y; b`,
  );
  expect(terminalLine({n: 1, ...entry, path: '/', status: 500, why})).toContain('x\n    at y; b');
});
