import {expect, test} from 'vitest';
import type {Call, Presentation, Step, Upload} from '../../../spec/step.ts';
import type {Exchange} from '../../../spec/exchange.ts';
import {evidenceOf} from './evidence.ts';
import type {Credential} from '../../target/target.ts';
import type {FilledCall} from '../send/fill-call.ts';
import {writeRequest} from '../send/present-credential.ts';
import type {ScriptContext} from '../send/script-context.ts';
import {Ledger} from '../send/ledger/ledger.ts';
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

const call = (id: string, more: Partial<Call> = {}): Call => ({
  step: 'call',
  id,
  api: 'workspace',
  op: 'getAccount',
  as: 'full',
  ...more,
});

/** An exchange of a step, whose path is the step's id. */
const sent = (step: string, method = 'GET', status = 200, more: Partial<Exchange> = {}) => ({
  ...READ,
  step,
  status,
  sent: {method, url: `http://localhost/${step}`, headers: {}},
  ...more,
});

const preparedFor = (act: Step[]) => ({
  id: 'a scene',
  given: [],
  act,
  handles: {},
});

/** The `curl` line of an exchange. */
function curlOf(exchange: Exchange, step: Step = call('s1'), ledger = new Ledger()) {
  const about = {violating: [exchange.step]};
  return evidenceOf(preparedFor([step]), [exchange], new Redaction(ledger, true), about).curl[0];
}

/** The `curl` line of a request to the account, with these headers. */
const curlWith = (as: string, headers: Record<string, string>, step?: Step, ledger?: Ledger) =>
  curlOf({...READ, as, sent: {...READ.sent, headers}}, step, ledger);

test.each([
  ['full', 'authorization', 'Bearer secret', 'Bearer $FULL_KEY'],
  ['read-only', 'authorization', 'Bearer secret', 'Bearer $READ_ONLY_KEY'],
  ['other-key', 'authorization', 'Bearer secret', 'Bearer $OTHER_KEY'],
  ['unknown-credential', 'authorization', 'Bearer secret', 'Bearer $UNKNOWN_CREDENTIAL'],
  ['admin', 'x-user-token', 'secret', '$ADMIN_KEY'],
])('a curl line has a variable in the place of a secret: %s, %s', (as, header, value, variable) => {
  expect(curlWith(as, {[header]: value})).toBe(
    `curl -sS -i -H "${header}: ${variable}" --globoff --path-as-is 'http://localhost/account'  # 200`,
  );
});

test.each([
  ['idempotency-key', '$IDEMPOTENCY_KEY', 'a new text, the same one wherever this variable stands'],
  ['mcp-session-id', '$MCP_SESSION', 'the header Mcp-Session-Id of the response to `initialize`'],
])('a curl line says where the value of %s comes from', (header, variable, origin) => {
  expect(curlWith('agent', {[header]: 'secret'})).toBe(
    `curl -sS -i -H "${header}: ${variable}" --globoff --path-as-is 'http://localhost/account'  # 200; ${variable.slice(1)} is ${origin}`,
  );
});

test('a curl line accepts events where Streamable HTTP demands it', () => {
  const accept = 'application/json, text/event-stream';
  expect(curlWith('agent', {accept})).toContain(`-H 'accept: ${accept}'`);
  expect(curlWith('agent', {accept: 'application/json'})).not.toContain('accept');
});

test('the variable is the one that the configuration names', () => {
  const ledger = new Ledger();
  ledger.noteSecret('secret', 'STAGING_KEY');
  const bearer = {authorization: 'Bearer secret'};
  expect(curlWith('full', bearer, call('s1'), ledger)).toContain('Bearer $STAGING_KEY"');
  const url = 'http://localhost/account?api_key=secret';
  const inQuery = call('s1', {present: 'in-query'});
  const line = curlOf({...READ, sent: {...READ.sent, url}}, inQuery, ledger);
  expect(line).toBe(
    'curl -sS -i --globoff --path-as-is "http://localhost/account?api_key=$STAGING_KEY"  # 200',
  );
});

test.each([
  ['the variable that the configuration names', 'STAGING_KEY', 'STAGING_KEY'],
  ['the variable of its role', undefined, 'FULL_KEY'],
])('credentials of HTTP Basic are shown as they are sent, by %s', (_, named, variable) => {
  const step = call('s1', {present: 'other-scheme'});
  const secret = 'a-key-of-a-customer';
  const ledger = new Ledger();
  const pool = {
    withSecretNoted: (credential: Credential) => {
      ledger.noteSecret(credential.secret, named);
      return credential;
    },
  };
  const {headers} = writeRequest(
    {step, method: 'GET', url: READ.sent.url, headers: {}} as FilledCall,
    {name: 'full', secret},
    {pool} as unknown as ScriptContext,
  );
  expect(curlWith('full', headers, step, ledger)).toBe(
    `curl -sS -i -u "$${variable}:$${variable}" --globoff --path-as-is 'http://localhost/account'  # 200`,
  );
  const mirrored = {[`authorized by ${headers.authorization}`]: true};
  expect(new Redaction(ledger, true).body(mirrored)).toEqual({
    'authorized by Basic REDACTED': true,
  });
});

test.each<[Presentation, string, string]>([
  ['one-shorter', '${FULL_KEY%?}', 'the last character left out'],
  ['longer', '${FULL_KEY}xx', 'two characters more'],
  ['another-end', '${FULL_KEY%?}X', 'another last character'],
  ['other-case', '${FULL_KEY~~}', 'its letters in the other case'],
])('an altered credential is shown as altered: %s', (present, written, note) => {
  const line = curlWith('full', {authorization: 'Bearer secre'}, call('s1', {present}));
  expect(line).toContain(`Bearer ${written}"`);
  expect(line).toContain(`# 200; ${note}`);
});

test('two keys of one kind are two variables', () => {
  const steps = [call('s1', {op: 'startRun'}), call('s2')];
  const exchanges = ['first', 'second', 'first'].map((key, index) =>
    sent(index === 1 ? 's2' : 's1', 'POST', 200, {
      sent: {method: 'POST', url: 'http://localhost/', headers: {'idempotency-key': key}},
    }),
  );
  const {curl} = evidenceOf(preparedFor(steps), exchanges, new Redaction(new Ledger(), true));
  expect(curl.map((line) => /\$IDEMPOTENCY_KEY\w*/.exec(line)?.[0])).toEqual([
    '$IDEMPOTENCY_KEY',
    '$IDEMPOTENCY_KEY_2',
  ]);
});

test('a curl line names a file in the place of its bytes, and HEAD is -I', () => {
  const url = 'http://localhost/file';
  expect(curlOf({...READ, sent: {method: 'PUT', url, headers: {}, file: true}})).toBe(
    `curl -sS -i -X PUT --data-binary '@FILE' --globoff --path-as-is '${url}'  # 200`,
  );
  expect(curlOf(sent('s1', 'HEAD'))).toBe(
    "curl -sS -I --globoff --path-as-is 'http://localhost/s1'  # 200",
  );
});

test('a presigned link is named by where it stood', () => {
  const upload: Step = {
    step: 'upload',
    id: 's2',
    url: {$from: 's1', at: '/upload_url'},
    headers: {},
    sample: 'good',
  };
  const url = 'http://localhost/objects/1?signature=abc';
  const line = curlOf(sent('s2', 'PUT', 403, {sent: {method: 'PUT', url, headers: {}}}), upload);
  expect(line).toBe(
    'curl -sS -i -X PUT --globoff --path-as-is "$UPLOAD_URL"  # 403; http://localhost/objects/1',
  );
});

test('a reader learns which response gives a link, which file to send, and how time passes', () => {
  const upload = (id: string, link: string, more: Partial<Upload> = {}): Step => ({
    step: 'upload',
    id,
    url: {$from: link, at: '/upload_url'},
    headers: {},
    sample: 'good',
    ...more,
  });
  const steps: Step[] = [
    call('s1', {op: 'createUpload'}),
    call('s2', {op: 'createUpload'}),
    {step: 'advance', id: 's3', ms: 61_000},
    upload('s4', 's2'),
    upload('s5', 's1', {resize: -1}),
  ];
  const link = (id: string) => `http://localhost/objects/${id}?signature=abc`;
  const reserved = (id: string) => sent(id, 'POST', 201, {body: {upload_url: link(id)}});
  const put = (id: string, from: string) =>
    sent(id, 'PUT', 200, {sent: {method: 'PUT', url: link(from), headers: {}, file: true}});
  const {curl} = evidenceOf(
    preparedFor(steps),
    [reserved('s1'), reserved('s2'), put('s4', 's2'), put('s5', 's1')],
    new Redaction(new Ledger(), true),
    {violating: ['s5'], read: ['s4'], target: {shared: true, lacks: () => undefined}},
  );
  expect(curl).toEqual([
    "curl -sS -X POST --globoff --path-as-is 'http://localhost/s1'  # 201; set UPLOAD_URL to its upload_url",
    "curl -sS -X POST --globoff --path-as-is 'http://localhost/s2'  # 201; set UPLOAD_URL_2 to its upload_url",
    '# hook advance {"ms":61000}, or wait 61 s',
    `curl -sS -X PUT --data-binary '@FILE' --globoff --path-as-is "$UPLOAD_URL_2"  # 200; FILE: the sample good, or any file of its size; http://localhost/objects/s2`,
    `curl -sS -i -X PUT --data-binary '@FILE' --globoff --path-as-is "$UPLOAD_URL"  # 200; FILE: the sample good without its last 1 byte; http://localhost/objects/s1`,
  ]);
});

test('a link and headers of a response are put in from it, also where no part of them looks like a secret', () => {
  const steps: Step[] = [
    call('s1', {op: 'createUpload'}),
    {
      step: 'upload',
      id: 's2',
      url: {$from: 's1', at: '/upload_url'},
      headers: {$from: 's1', at: '/put_headers'},
      sample: 'good',
    },
  ];
  const url = 'http://localhost/depot/1?until=17&seal=405e00e8';
  const put = {method: 'PUT', url, headers: {'x-ticket': '3dcced72'}, file: true} as const;
  const {curl} = evidenceOf(
    preparedFor(steps),
    [sent('s1', 'POST', 201, {body: {upload_url: url}}), sent('s2', 'PUT', 200, {sent: put})],
    new Redaction(new Ledger(), true),
    {violating: ['s2']},
  );
  expect(curl).toEqual([
    "curl -sS -X POST --globoff --path-as-is 'http://localhost/s1'  # 201; set UPLOAD_URL to its upload_url; commands below have its put_headers: put in what you get",
    `curl -sS -i -X PUT -H 'x-ticket: 3dcced72' --data-binary '@FILE' --globoff --path-as-is "$UPLOAD_URL"  # 200; FILE: the sample good, or any file of its size; http://localhost/depot/1`,
  ]);
});

test('a refused write to what the violation is about is needed: it may be what has changed it', () => {
  const steps: Step[] = [
    call('s1', {op: 'createOrder'}),
    call('s2', {op: 'createOrder'}),
    call('s3', {op: 'cancelOrder', path: from('s1')}),
    call('s4', {op: 'cancelOrder', path: from('s2')}),
    call('s5', {op: 'getOrder', path: from('s1')}),
  ];
  const exchanges = [
    sent('s1', 'POST', 201),
    sent('s2', 'POST', 201),
    sent('s3', 'DELETE', 409),
    sent('s4', 'DELETE', 409),
    sent('s5'),
  ];
  const {curl} = evidenceOf(preparedFor(steps), exchanges, new Redaction(new Ledger(), true), {
    violating: ['s5'],
  });
  expect(curl.map((line) => /localhost\/\w+/.exec(line)?.[0])).toEqual([
    'localhost/s1',
    'localhost/s3',
    'localhost/s5',
  ]);
});

test('a comment names what a hook is called with, but no response from which a number was counted', () => {
  const lacking = {$lacking: {of: 50, rows: {$from: 's1', at: '/data'}}};
  const sentToHook = {method: 'CONTROL', url: 'seed', headers: {}, body: '{}'};
  const hook = {hook: true, sent: sentToHook} as const;
  const lineOf = (args: Extract<Step, {step: 'control'}>['args']) =>
    evidenceOf(
      preparedFor([call('s1'), {step: 'control', id: 's2', verb: 'seed', args}, call('s3')]),
      [sent('s1'), sent('s2', 'CONTROL', 200, hook), sent('s3')],
      new Redaction(new Ledger(), true),
      {violating: ['s3']},
    ).curl[0];
  const put = '; commands below have its id: put in what you get';
  const line = "curl -sS --globoff --path-as-is 'http://localhost/s1'  # 200";
  expect(lineOf({count: lacking})).toBe(line);
  expect(lineOf({user: {$from: 's1', at: '/id'}})).toBe(`${line}${put}`);
});

test('the cursor of a page is put in from the page before', () => {
  const page = call('s2', {op: 'listPublications'});
  const steps: Step[] = [{step: 'walk', id: 's1', page, atMost: 3}];
  const pageOf = (query: string, next: string | null) =>
    sent('s2', 'GET', 200, {
      sent: {method: 'GET', url: `http://localhost/list${query}`, headers: {}},
      body: {data: [], pagination: {next_cursor: next, per_page: 1}},
    });
  const pages = [pageOf('?per_page=1', 'b2Zmc2V0'), pageOf('?per_page=1&cursor=b2Zmc2V0', null)];
  const redaction = new Redaction(new Ledger(), true);
  const {curl} = evidenceOf(preparedFor(steps), pages, redaction, {violating: ['s2']});
  expect(curl).toEqual([
    "curl -sS --globoff --path-as-is 'http://localhost/list?per_page=1'  # 200; commands below have its next_cursor: put in what you get",
    "curl -sS -i --globoff --path-as-is 'http://localhost/list?per_page=1&cursor=b2Zmc2V0'  # 200",
  ]);
});

test('what has made the thing that a request searches by its fresh value is needed', () => {
  const title = (n: number) => ({$fresh: 'title', n});
  const steps: Step[] = [
    call('s1', {op: 'createPublication', body: {title: title(1)}}),
    call('s2', {op: 'createPublication', body: {title: title(2)}}),
    call('s3', {op: 'listPublications', query: {q: title(1)}}),
  ];
  const {curl} = evidenceOf(
    preparedFor(steps),
    [sent('s1', 'POST', 201), sent('s2', 'POST', 201), sent('s3')],
    new Redaction(new Ledger(), true),
    {violating: ['s3']},
  );
  expect(curl).toEqual([
    "curl -sS -X POST --globoff --path-as-is 'http://localhost/s1'  # 201",
    "curl -sS -i --globoff --path-as-is 'http://localhost/s3'  # 200",
  ]);
});

test('a body with control characters stays one line that a shell reads as it was', () => {
  const line = curlOf({
    ...READ,
    sent: {method: 'POST', url: 'http://localhost/', headers: {}, body: "it's\n\u001b[31m \\n"},
  });
  expect(line).toContain(String.raw`--data $'it\'s\u000a\u001b[31m \\n'`);
});

const from = (step: string, at = '/id'): Record<string, {$from: string; at: string}> => ({
  publication: {$from: step, at},
});

test('the commands are what the violation needs, and the request that shows it is marked', () => {
  const steps: Step[] = [
    call('s1', {op: 'createUpload'}),
    call('s2', {op: 'createUpload'}),
    call('s3', {op: 'listPublications'}),
    {step: 'control', id: 's4', verb: 'leave-places', args: {places: 1}},
    {step: 'advance', id: 's5', ms: 61_000},
    call('s6', {op: 'createPublication', path: from('s1')}),
    call('s7', {op: 'getPublication', path: from('s1')}),
    call('s8', {op: 'getPublication', path: from('s2')}),
  ];
  const exchanges = [
    sent('s1', 'POST', 201),
    sent('s2', 'POST', 201),
    sent('s3'),
    sent('s4', 'CONTROL', 200, {
      hook: true,
      sent: {method: 'CONTROL', url: 'leave-places', headers: {}, body: '{"places":1}'},
    }),
    sent('s6', 'POST', 201),
    sent('s7', 'GET', 500),
    sent('s8'),
  ];
  const redaction = new Redaction(new Ledger(), true);
  const {curl, shown} = evidenceOf(preparedFor(steps), exchanges, redaction, {violating: ['s7']});
  expect(curl).toEqual([
    "curl -sS -X POST --globoff --path-as-is 'http://localhost/s1'  # 201; commands below have its id: put in what you get",
    '# hook leave-places {"places":1}',
    '# wait 61 s',
    "curl -sS -X POST --globoff --path-as-is 'http://localhost/s6'  # 201",
    "curl -sS -i --globoff --path-as-is 'http://localhost/s7'  # 500",
  ]);
  expect(shown).toEqual([4]);
  const compared = {violating: ['s7'], read: ['s3', 's7']};
  const whole = evidenceOf(preparedFor(steps), exchanges, redaction, compared);
  expect(whole.curl).toHaveLength(7);
});

test('responses that a judge compares with the marked one are announced', () => {
  const {curl, shown} = evidenceOf(
    preparedFor([call('s1'), call('s2')]),
    [sent('s1'), sent('s2')],
    new Redaction(new Ledger(), true),
    {violating: ['s1'], read: ['s2']},
  );
  expect(curl).toEqual([
    "curl -sS -i --globoff --path-as-is 'http://localhost/s1'  # 200",
    '# the check reads the following responses as well:',
    "curl -sS --globoff --path-as-is 'http://localhost/s2'  # 200",
  ]);
  expect(shown).toEqual([0]);
});

test('what many requests of a step say stands once, and a set-up of an earlier scene is shown', () => {
  const steps: Step[] = [
    call('g1', {op: 'createUpload'}),
    {step: 'repeat', id: 's1', times: 61, every: 2000, body: [call('s2', {path: from('g1')})]},
    {step: 'parallel', id: 's3', branches: [[call('s4')], [call('s5')]]},
  ];
  const exchanges = [
    ...Array.from({length: 60}, () => sent('s2')),
    sent('s2', 'GET', 429),
    sent('s4'),
    sent('s5'),
  ];
  const setUp = [sent('g1', 'POST', 201)];
  const {curl, exchanges: kept} = evidenceOf(
    preparedFor(steps),
    exchanges,
    new Redaction(new Ledger(), true),
    {violating: ['s5'], read: ['s1', 's3'], setUp},
  );
  expect(curl).toEqual([
    "curl -sS -X POST --globoff --path-as-is 'http://localhost/g1'  # 201; commands below have its id: put in what you get",
    '# repeated, every 2 s:',
    "for n in $(seq 61); do curl -sS --globoff --path-as-is 'http://localhost/s2'; done  # 200, 60 times, then 429",
    '# at the same moment:',
    "curl -sS --globoff --path-as-is 'http://localhost/s4' &  # 200",
    "curl -sS -i --globoff --path-as-is 'http://localhost/s5' &  # 200",
    'wait',
  ]);
  expect(kept).toHaveLength(40);
});
