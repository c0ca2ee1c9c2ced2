import {mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join, resolve} from 'node:path';
import * as fc from 'fast-check';
import {afterAll, expect, test} from 'vitest';
import {stringify} from 'yaml';
import {loadSpecifications} from '../../../spec/specification.ts';
import {UsageError} from '../../../spec/usage-error.ts';
import {configReader} from './reader.ts';
import {Deployment, isLoopback} from '../deployment.ts';

const specifications = loadSpecifications();
const folder = mkdtempSync(join(tmpdir(), 'presscheck-config-'));
afterAll(() => rmSync(folder, {recursive: true}));

const at = (name: string, text: string | Uint8Array): string => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};
at('secret', 'from-a-file\n');
at('empty', ' \n');
at('trailing', 'a-key \n');
at('lines', 'one\ntwo\n');
at('tides.epub', 'bytes');
at('p.yaml', 'choices:\n  NS-WS-01: x\nmembers:\n  Account#/tier: {at: /plan}\n');
mkdirSync(join(folder, 'dir'));

const ENV = {
  KEY: 'from-the-environment',
  OTHER: 'another',
  EMPTY: '',
  TRAILING: 'a-key ',
  BROKEN_OFF: 'a-key\n',
  SPACED: 'two words',
  ACCENTED: 'déjà',
  BREAK: 'a\nb',
  UMLAUT: 'schlüssel',
};
const readConfig = configReader(specifications);
const read = (text: string | Uint8Array) => readConfig(at('c.yaml', text), ENV);

const GOOD = `name: staging
workspace:
  base_url: http://localhost:4010/
credentials:
  full: {env: KEY}
`;

test('a configuration that is right', () => {
  const config = read(`${GOOD}  read-only: [{file: secret}, {env: OTHER}]
store: {base_url: 'https://store.example/integration-api/v1'}
samples: {good: {file: tides.epub}, unknown_user: 999}
max_wait: 90
must_try: {rank1: 90 %, rank4: 5%}
timeout: 3
hooks: {mint-key: {command: [mint]}, set-plan: {url: 'http://localhost:1/plan?x=1', token: {env: OTHER}}}
expected: [{rule: workspace.account.has-plan, verdict: failed, reason: known, until: '2030-02-28'}]
`);
  expect(config).toMatchObject({
    name: 'staging',
    bases: {workspace: 'http://localhost:4010', store: 'https://store.example'},
    maxWait: 90,
    mustTry: {rank1: 90, rank4: 5},
    timeout: 3000,
    credentials: {full: ['from-the-environment'], 'read-only': ['from-a-file', 'another']},
    samples: {good: {filename: 'tides.epub', size_bytes: 5}, unknown_user: 999},
    hooks: {'set-plan': {token: 'another'}},
  });
});

test('the line break at the end of a secret is no part of it', () => {
  expect(read(GOOD.replace('KEY', 'BROKEN_OFF')).credentials).toEqual({full: ['a-key']});
});

test('an unmetered tool replaces nothing, unless it is one of those that do', () => {
  const samplesOf = (samples: string) => read(`${GOOD}samples: {${samples}}\n`).samples;
  expect(samplesOf('unmetered_tool: a')).toMatchObject({non_replacing_tool: 'a'});
  expect(samplesOf('unmetered_tool: a, non_replacing_tool: b')).toMatchObject({
    non_replacing_tool: 'b',
  });
  expect(samplesOf('unmetered_tool: a, other_replacing_tool: a')).not.toHaveProperty(
    'non_replacing_tool',
  );
});

const CLIENT = `${GOOD}  agent: {client_id: a-client, client_secret: {env: OTHER}`;

test('client credentials in the place of a token', () => {
  const {credentials} = read(`${CLIENT}}
  second-agent: [{file: secret}, {client_id: {env: KEY}, client_secret: {file: secret}, token_url: 'https://login.example/token?tenant=1', scope: a b}]
  scopeless-agent: {client_id: a-client, client_secret: {env: OTHER}}
`);
  expect(credentials).toMatchObject({
    agent: [{role: 'agent', id: 'a-client', secret: 'another', scope: 'mcp:use'}],
    'second-agent': [
      'from-a-file',
      {
        role: 'second-agent',
        id: 'from-the-environment',
        secret: 'from-a-file',
        scope: 'a b',
        tokenUrl: 'https://login.example/token?tenant=1',
      },
    ],
    'scopeless-agent': [{id: 'a-client', scope: ''}],
  });
  expect(
    read(`${CLIENT}, token_url: 'http://localhost:4010/t', scope: ''}\n`).credentials.agent,
  ).toMatchObject([{scope: '', tokenUrl: 'http://localhost:4010/t'}]);
  expect(
    read(`${CLIENT}, token_url: 'http://api.example/t'}\n`.replace('localhost:4010', 'api.example'))
      .credentials.agent,
  ).toMatchObject([{tokenUrl: 'http://api.example/t'}]);
});

test('a deployment knows the roles of its clients, and the secrets that no report may show', () => {
  const target = new Deployment(read(`${CLIENT}}\n`), {now: () => 0, sleep: async () => undefined});
  expect(target.lacks('role:agent')).toBeUndefined();
  expect(target.fetchedRoles).toEqual(['agent']);
  expect(target.secrets).toEqual([
    'from-the-environment',
    'another',
    Buffer.from('a-client:another').toString('base64'),
  ]);
});

test.each<[complaint: RegExp, text: string | Uint8Array]>([
  // No configuration at all.
  [/c\.yaml: the file is empty/, ''],
  [/c\.yaml: the file is empty/, '# nothing\n'],
  [/c\.yaml.*the file has to consist of fields/, 'just words'],
  [/c\.yaml.*the file has to consist of fields/, '- a\n- b\n'],
  [/c\.yaml/, Uint8Array.from({length: 512}, (_, i) => (i * 37) % 256)],
  [/c\.yaml/, Uint8Array.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0])],
  [/c\.yaml:2: /, 'name: [\nworkspace: }'],
  [/c\.yaml:2: .*[Mm]ap keys must be unique/, 'name: a\nname: b\n'],
  [/c\.yaml: cannot be read as YAML/, `a: ${'['.repeat(200_000)}`],
  [
    /c\.yaml: cannot be read as YAML: .*alias/,
    'a: &a [x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b]\nd: &d [*c,*c,*c,*c,*c,*c,*c,*c,*c]\ne: [*d,*d,*d]\n',
  ],
  // Fields.
  [
    /c\.yaml: the file lacks the field `credentials`; for example `credentials: \{full: \{env: WORKSPACE_KEY\}\}`/,
    'name: a\n',
  ],
  [
    /c\.yaml:6: choices is not a field here; it stands in `profile` of `workspace` or `store`/,
    `${GOOD}choices: {NS-WS-44: allowance-spent}\n`,
  ],
  [/c\.yaml:6: mint-key is not a field here; it stands in `hooks`/, `${GOOD}mint-key: {}\n`],
  [
    /c\.yaml:6: features\.mpc is not a field here; did you mean mcp\?/,
    `${GOOD}features: {mpc: absent}\n`,
  ],
  [/c\.yaml:6: workspaces is not a field here/, `${GOOD}workspaces: {}\n`],
  [/c\.yaml:6: __proto__ is not a field here/, `${GOOD}__proto__: {}\n`],
  [/c\.yaml:6: constructor is not a field here/, `${GOOD}constructor: {}\n`],
  [
    /c\.yaml: names neither `workspace` nor `store`; give one of them a `base_url`/,
    'name: a\ncredentials: {full: {env: KEY}}\n',
  ],
  [/c\.yaml:1: name may not be empty/, GOOD.replace('staging', "''")],
  [
    /c\.yaml:3: workspace\.base_url has to begin with http:\/\/ or https:\/\/; got localhost:4010/,
    GOOD.replace('http://localhost:4010/', 'localhost:4010'),
  ],
  [
    /c\.yaml:3: workspace\.base_url: the address `http:\/\/localhost:4010\/ ` contains a blank; leave it out/,
    GOOD.replace(/(base_url: )(.*)/, "$1'$2 '"),
  ],
  [
    /c\.yaml:3: workspace\.base_url: .* is not an address of HTTP/,
    GOOD.replace(/(base_url: )(.*)/, '$1http:///localhost:4010'),
  ],
  [/c\.yaml:3: workspace\.base_url has to begin with http/, GOOD.replace('http:', 'ftp:')],
  [
    /c\.yaml:3: workspace\.base_url: `http:\/\/` is not an address/,
    GOOD.replace('http://localhost:4010/', "'http://'"),
  ],
  [
    /c\.yaml:3: workspace\.base_url: .* is not an address/,
    GOOD.replace('localhost:4010', 'localhost:99999'),
  ],
  [
    /c\.yaml:3: workspace\.base_url: the address carries a user name or a password; secrets are written as/,
    GOOD.replace('localhost', 'me:word@localhost'),
  ],
  [
    /c\.yaml:3: workspace\.base_url: the address has a query; leave out/,
    GOOD.replace('4010/', '4010/?key=1'),
  ],
  [
    /c\.yaml:4: workspace\.url is not a field here/,
    GOOD.replace('credentials', '  url: x\ncredentials'),
  ],
  [/c\.yaml:6: must_try\.rank6 is not a field here/, `${GOOD}must_try: {rank6: 1 %}\n`],
  [/c\.yaml:7: must_try\.rank2 has to be a share such as 90 %/, `${GOOD}must_try:\n  rank2: 0.9\n`],
  [/c\.yaml:6: must_try .*empty/, `${GOOD}must_try: {}\n`],
  [/c\.yaml:6: max_wait has to be a whole number, without a unit; got 1m/, `${GOOD}max_wait: 1m\n`],
  [/c\.yaml:6: max_wait has to be 0 or more; got -1/, `${GOOD}max_wait: -1\n`],
  [/c\.yaml:6: timeout has to be 1 or more; got 0/, `${GOOD}timeout: 0\n`],
  [
    /c\.yaml:6: spend\.1 has no such choice; did you mean .*There are reads, adds, changes, exhausts/,
    `${GOOD}spend: [reads, everything]\n`,
  ],
  [
    /c\.yaml:3: workspace\.baseurl is not a field here; did you mean base_url\?/,
    GOOD.replace('base_url', 'baseurl'),
  ],
  [
    /c\.yaml:2: workspace has to have fields .*; put a space behind the colon of `base_url:`/,
    GOOD.replace('base_url: ', 'base_url:'),
  ],
  [/c\.yaml:\d: spend\.0 has no such choice; did you mean reads\?/, `${GOOD}spend: [read]\n`],
  [/c\.yaml:\d: spend has to be a list in brackets.*got reads/, `${GOOD}spend: reads\n`],
  [
    /c\.yaml:\d: credential is not a field here; did you mean credentials\?/,
    GOOD.replace('credentials:', 'credential:'),
  ],
  // Secrets.
  [
    /c\.yaml:5: credentials\.full has to be an object or a list of objects; secrets are written as \{env: NAME\} or \{file: PATH\}, never plainly/,
    GOOD.replace('{env: KEY}', 'plain-secret'),
  ],
  [/never plainly/, GOOD.replace('{env: KEY}', '[plain-secret]')],
  [/never plainly/, GOOD.replace('{env: KEY}', '{value: plain-secret}')],
  [/never plainly/, GOOD.replace('{env: KEY}', '{env: KEY, value: plain-secret}')],
  [/never plainly/, GOOD.replace('{env: KEY}', '')],
  [/never plainly/, GOOD.replace('{env: KEY}', '[]')],
  [
    /c\.yaml:6: credentials\.readonly: unknown role readonly; did you mean read-only\? the roles are full,/,
    `${GOOD}  readonly: {env: KEY}\n`,
  ],
  [
    /c\.yaml:6: credentials\.admin: give `env` or `file`, not both/,
    `${GOOD}  admin: {env: KEY, file: secret}\n`,
  ],
  [
    /c\.yaml:6: samples\.epub_fil is not a field here; did you mean epub_file\?$/m,
    `${GOOD}samples: {epub_fil: x}\n`,
  ],
  [/c\.yaml:6: spnd is not a field here; did you mean spend\?/, `${GOOD}spnd: [reads]\n`],
  [/c\.yaml:5: the environment variable NONE is not set/, GOOD.replace('KEY', 'NONE')],
  [/c\.yaml:5: the environment variable EMPTY is empty/, GOOD.replace('KEY', 'EMPTY')],
  [
    new RegExp(
      String.raw`^4 mistakes:(\n  .*c\.yaml:\d: the environment variable .* is not set){4}$`,
    ),
    `${GOOD.replace('KEY', 'NONE')}  admin: [{env: OTHER}, {env: ANOTHER}]
hooks: {set-plan: {url: 'http://localhost:1/', token: {env: A_TOKEN}}, reset: {url: 'http://localhost:1/', token: {env: NONE}}}
`,
  ],
  [
    /c\.yaml:5: the environment variable constructor is not set/,
    GOOD.replace('KEY', 'constructor'),
  ],
  [
    /c\.yaml:5: credentials\.full: the secret has characters that no header can carry/,
    GOOD.replace('KEY', 'SPACED'),
  ],
  [
    /c\.yaml:5: credentials\.full: the secret begins or ends with a blank; leave it out/,
    GOOD.replace('KEY', 'TRAILING'),
  ],
  [/begins or ends with a blank/, GOOD.replace('{env: KEY}', '{file: trailing}')],
  [/characters that no header can carry/, GOOD.replace('KEY', 'BREAK')],
  [/characters that no header can carry/, GOOD.replace('KEY', 'UMLAUT')],
  [/characters that no header can carry/, GOOD.replace('{env: KEY}', '{file: lines}')],
  [
    /c\.yaml:5: the secret's file .*nowhere cannot be read \(ENOENT\)/,
    GOOD.replace('{env: KEY}', '{file: nowhere}'),
  ],
  [
    /c\.yaml:5: the secret's file .*dir cannot be read \(it is a folder\)/,
    GOOD.replace('{env: KEY}', '{file: dir}'),
  ],
  [/c\.yaml:5: the secret's file empty is empty/, GOOD.replace('{env: KEY}', '{file: empty}')],
  [
    /c\.yaml:6: credentials\.other-key: this is the same credential as in `full`/,
    `${GOOD}  other-key: {env: KEY}\n`,
  ],
  // Client credentials.
  [
    /c\.yaml:6: credentials\.agent lacks the field `client_secret`; secrets are/,
    `${GOOD}  agent: {client_id: a}\n`,
  ],
  [
    /c\.yaml:6: credentials\.agent lacks the field `client_id`/,
    `${GOOD}  agent: {client_secret: {env: KEY}}\n`,
  ],
  [
    /c\.yaml:6: credentials\.agent\.client_secret has to .*; secrets are written as \{env: NAME\}/,
    `${GOOD}  agent: {client_id: a, client_secret: plain-secret}\n`,
  ],
  [
    /c\.yaml:6: credentials\.agent\.client_id has to be /,
    `${GOOD}  agent: {client_id: 7, client_secret: {env: KEY}}\n`,
  ],
  [
    /c\.yaml:6: expected\.0\.reason needs at least 3 characters/,
    `${GOOD}expected: [{rule: workspace.account.has-plan, verdict: failed, reason: x, until: '2030-01-01'}]\n`,
  ],
  [
    /c\.yaml:6: credentials\.agent\.client_id may not be empty/,
    `${GOOD}  agent: {client_id: '', client_secret: {env: KEY}}\n`,
  ],
  [
    /c\.yaml:6: credentials\.agent\.client_id: this has characters that OAuth clients may not/,
    `${GOOD}  agent: {client_id: ä, client_secret: {env: KEY}}\n`,
  ],
  [
    /c\.yaml:6: credentials\.agent\.client_secret: this has characters that OAuth clients may not/,
    `${GOOD}  agent: {client_id: a, client_secret: {env: ACCENTED}}\n`,
  ],
  [
    /c\.yaml:6: the environment variable NOT_SET is not set/,
    `${GOOD}  agent: {client_id: a, client_secret: {env: NOT_SET}}\n`,
  ],
  [/c\.yaml:6: credentials\.agent\.env is not a field here/, `${CLIENT}, env: KEY}\n`],
  [
    /c\.yaml:6: credentials\.agent\.0\.scopes is not a field here/,
    `${GOOD}  agent: [{client_id: a, client_secret: {env: KEY}, scopes: a}]\n`,
  ],
  [
    /c\.yaml:6: credentials\.agent\.scope has to be OAuth scopes with one space/,
    `${CLIENT}, scope: 'a  b'}\n`,
  ],
  [
    /c\.yaml:6: credentials\.agent\.token_url has to begin with http/,
    `${CLIENT}, token_url: 'ftp://login.example'}\n`,
  ],
  [
    /c\.yaml:6: credentials\.agent\.token_url: .* is not an address/,
    `${CLIENT}, token_url: 'https://'}\n`,
  ],
  [
    /c\.yaml:6: credentials\.agent\.token_url: the address carries a user name/,
    `${CLIENT}, token_url: 'https://a:pass-word@login.example'}\n`,
  ],
  [
    /c\.yaml:6: credentials\.agent\.token_url: the client secret would be sent there unencrypted; give an https address/,
    `${CLIENT}, token_url: 'http://login.example/token'}\n`,
  ],
  [
    /c\.yaml:6: credentials\.other-key: client credentials are for the roles agent, second-agent, scopeless-agent/,
    `${GOOD}  other-key: {client_id: a, client_secret: {env: OTHER}}\n`,
  ],
  [
    /c\.yaml:4: credentials\.agent: this is a client of the MCP server, which belongs to the workspace API; give `workspace.base_url`/,
    'name: a\nstore: {base_url: http://localhost:1}\ncredentials:\n  agent: {client_id: a, client_secret: {env: OTHER}}\n',
  ],
  [
    /c\.yaml:7: credentials\.second-agent: this is the same credential as in `agent`/,
    `${CLIENT}}\n  second-agent: {client_id: a-client, client_secret: {env: KEY}}\n`,
  ],
  // Samples, hooks, profiles, expectations.
  [
    /c\.yaml:6: the sample's file .*none\.epub cannot be read \(ENOENT\)/,
    `${GOOD}samples: {good: {file: none.epub}}\n`,
  ],
  [
    /c\.yaml:6: the sample's file .*dir cannot be read \(it is a folder\)/,
    `${GOOD}samples: {good: {file: dir}}\n`,
  ],
  [/c\.yaml:6: samples\.good.*/, `${GOOD}samples: {good: {file: 7}}\n`],
  [/c\.yaml:6: samples\.good.*/, `${GOOD}samples: {good: [1]}\n`],
  [/c\.yaml:6: hooks\.fly is not a field here/, `${GOOD}hooks: {fly: {command: [a]}}\n`],
  [/c\.yaml:6: hooks\.mint-key: give either `command`/, `${GOOD}hooks: {mint-key: {}}\n`],
  [
    /c\.yaml:6: hooks\.mint-key: give either `command`/,
    `${GOOD}hooks: {mint-key: {command: [a], url: 'http://localhost:1'}}\n`,
  ],
  [
    /c\.yaml:6: hooks\.mint-key\.command has to be a list in brackets, such as \[a, b\]$/,
    `${GOOD}hooks: {mint-key: {command: rm -rf}}\n`,
  ],
  [
    /c\.yaml:6: hooks\.mint-key\.url: .* is not an address/,
    `${GOOD}hooks: {mint-key: {url: 'http://:80'}}\n`,
  ],
  [
    /c\.yaml:6: hooks\.mint-key\.token: a token is sent only to a `url`/,
    `${GOOD}hooks: {mint-key: {command: [a], token: {env: KEY}}}\n`,
  ],
  [
    /nowhere\.yaml: cannot be read \(ENOENT\)/,
    GOOD.replace('credentials', '  profile: nowhere.yaml\ncredentials'),
  ],
  [
    /dir: cannot be read \(it is a folder\)/,
    GOOD.replace('credentials', '  profile: dir\ncredentials'),
  ],
  [
    /p\.yaml:4: members\.Account#\/tier: Account has no member \/tier/,
    GOOD.replace('credentials', '  profile: p.yaml\ncredentials'),
  ],
  [
    /c\.yaml:6: outcomes\.unauthenticated: the document allows the status 401, not 403/,
    GOOD.replace(
      'credentials',
      '  profile:\n    outcomes:\n      unauthenticated: {status: [403]}\ncredentials',
    ),
  ],
  [
    /c\.yaml:6: paths\.readRun: the template repeats .* \(\/press\).* write \{template: '\/api\/v1\/jobs\/\{run\}'\}/,
    GOOD.replace(/base_url: .*/, 'base_url: https://books.example/press').replace(
      'credentials',
      "  profile:\n    paths:\n      readRun: {template: '/press/api/v1/jobs/{run}'}\ncredentials",
    ),
  ],
  [
    /c\.yaml:7: expected\.0\.rule: `no\.rule` is not a rule of the catalogue; give one row for each rule/,
    `${GOOD}expected:\n  - {rule: no.rule, verdict: failed, reason: known, until: '2030-01-01'}\n`,
  ],
  [
    /c\.yaml:6: expected\.0 lacks the field `until`/,
    `${GOOD}expected: [{rule: workspace.account.has-plan, verdict: failed, reason: known}]\n`,
  ],
  [
    /c\.yaml:6: expected\.0\.until: `2030-02-30` is not a date/,
    `${GOOD}expected: [{rule: workspace.account.has-plan, verdict: failed, reason: known, until: '2030-02-30'}]\n`,
  ],
  [
    /c\.yaml:6: expected\.0\.verdict has no such choice; did you mean .* There are failed, not-exercised/,
    `${GOOD}expected: [{rule: workspace.account.has-plan, verdict: passed, reason: known, until: '2030-01-01'}]\n`,
  ],
  [
    /expected\.1\.rule: .* is listed twice/,
    `${GOOD}expected: [{rule: workspace.account.has-plan, verdict: failed, reason: known, until: '2030-01-01'}, {rule: workspace.account.has-plan, verdict: inconclusive, reason: known, until: '2030-01-01'}]\n`,
  ],
])('%s', (complaint, text) => {
  expect(() => read(text)).toThrow(UsageError);
  expect(() => read(text)).toThrow(complaint);
});

test('all mistakes of the fields are reported at once, sorted by line', () => {
  const text = `nam: staging
workspace: {base_uri: 'http://localhost:1', foo: 1}
credentials:
  ful: {env: KEY}
  read-only: plain-secret
samples: {god: {filename: a}, good: [1], unsupported: {file: 7}}
spend: [read, adds, change]
max_wait: -1
`;
  expect(mistakesIn(text)).toEqual([
    '1: nam is not a field here; did you mean name?',
    '2: workspace.base_uri is not a field here; did you mean base_url?',
    '2: workspace.foo is not a field here; did you mean profile?',
    '4: credentials.ful: unknown role ful; did you mean full?',
    '5: credentials.read-only has to be an object or a list of objects; secrets are written as {env: NAME} or {file: PATH}, never plainly',
    '6: samples.god is not a field here; did you mean good?',
    '6: samples.good has to be {file: PATH}, or {filename: NAME} for a small file that is made up',
    '6: samples.unsupported.file has to be a text; got 7',
    '7: spend.0 has no such choice; did you mean reads?',
    '7: spend.2 has no such choice; did you mean changes?',
    '8: max_wait has to be 0 or more; got -1',
  ]);
});

test('all wrong addresses are reported at once', () => {
  expect(mistakesIn(`${GOOD.replace('4010', '99999')}store: {base_url: 'http://a?x=1'}\n`)).toEqual(
    [
      '3: workspace.base_url: `http://localhost:99999/` is not an address; an address looks like https://host/path',
      '6: store.base_url: the address has a query; leave out `?` and the rest',
    ],
  );
});

test('all mistakes of the other sections are reported at once', () => {
  const text = `${GOOD.replace('KEY', 'NONE')}  admin: [{env: UNSET}, {env: EMPTY}]
  other-key: {file: empty}
samples: {good: {file: none.epub}, audiobook: {file: dir}}
hooks: {mint-key: {}, set-plan: {url: 'http://:80'}}
expected:
  - {rule: no.rule, verdict: failed, reason: known, until: '2030-01-01'}
  - {rule: workspace.account.has-plan, verdict: failed, reason: known, until: '2030-02-30'}
`.replace('4010/', '4010/\n  profile: {outcomes: {a: {}, unauthenticated: {status: [403]}}}');
  expect(mistakesIn(text).map((mistake) => mistake.slice(0, 22))).toEqual([
    '4: outcomes.a: no oper',
    '4: outcomes.unauthenti',
    '6: the environment var',
    '7: the environment var',
    '7: the environment var',
    "8: the secret's file e",
    "9: the sample's file /",
    "9: the sample's file /",
    '10: hooks.mint-key: gi',
    '10: hooks.set-plan.url',
    '12: expected.0.rule: `',
    '13: expected.1.until: ',
  ]);
});

/** The mistakes in a configuration, without its path and without the lists of what is allowed. */
const mistakesIn = (text: string): string[] =>
  complaintOf(text)
    .split('\n')
    .slice(1)
    .map((line) => line.replace(/^.*?c\.yaml:/, '').replace(/\? (The|There|the).*$/, '?'));

test('the entries of a section may all be commented out', () => {
  const {samples, hooks} = read(`${GOOD}samples:\n  # good: {filename: a.epub}\nhooks:\n`);
  expect([samples, hooks]).toEqual([{}, {}]);
});

test.each([
  ['a text for a file', 'good: tides.epub', '{file: PATH}, or {filename: NAME}'],
  ['a number for a file', 'oversize: 5', '{file: PATH}, or {filename: NAME}'],
  ['nothing of a file', 'good: {}', 'samples.good'],
  ['a text for a number', 'unknown_user: abc', 'a whole number'],
  ['a number for a text', 'metered_tool: 7', 'a text; got 7'],
])('a sample of another kind is refused: %s', (_name, sample, says) => {
  expect(complaintOf(`${GOOD}samples: {${sample}}\n`)).toContain(says);
});

test('a plan needs no secret: variables that are not set are collected', () => {
  const text = `${GOOD}  read-only: {env: NOT_SET}\n`;
  const unset = new Set<string>();
  const {credentials} = readConfig(at('c.yaml', text), ENV, unset);
  expect([[...unset], credentials['read-only']]).toEqual([['NOT_SET'], ['unset-NOT_SET']]);
  expect(complaintOf(text)).toContain('the environment variable NOT_SET is not set');
});

test.each([
  ['hidden, not shown', undefined],
  ['hidden, neither', /nothing reads `neither`/],
])('the choices of one open point are judged one by one: %s', (choices, says) => {
  const text = `${GOOD}store:\n  base_url: https://s.example\n  profile: {choices: {NS-ST-70: '${choices}'}}\n`;
  if (says) expect(complaintOf(text)).toMatch(says);
  else expect(read(text).profiles.store.choices).toEqual({'NS-ST-70': choices});
});

test('a choice that nothing reads is named even if it equals the one of the mock', () => {
  const {choices} = specifications.store.profile;
  const rows = Object.entries(choices).map(
    ([point, one]) => `      ${point}: ${JSON.stringify(one)}\n`,
  );
  const {unread = []} = read(
    `${GOOD}store:\n  base_url: https://s.example\n  profile:\n    choices:\n${rows.join('')}`,
  );
  expect(unread.length).toBeGreaterThan(0);
  for (const one of unread)
    expect(one).toMatch(/c\.yaml:\d+: choices\.NS-ST-\d+: nothing reads `.*`: it changes nothing$/);
});

test('the mistakes of all sections are told together, those of the schema and of profiles too', () => {
  const text = `name: staging
max_wait: soon
workspace:
  base_url: nowhere
  profile:
    choices: {NS-WS-44: monthly, NS-WS-52: often, NS-WS-999: x}
    members: {Account#/tier: {at: /plan}}
credentials:
  full: {env: NOT_SET}
  other-key: {env: KEY}
  read-only: {env: KEY}
  write-only: {env: ALSO_NOT_SET}
hooks:
  advance: {}
`;
  const complaint = complaintOf(text);
  for (const says of [
    /c\.yaml:2: max_wait /,
    /c\.yaml:4: workspace\.base_url has to begin with http/,
    /c\.yaml:6: choices\.NS-WS-44: nothing reads `monthly`/,
    /c\.yaml:6: choices\.NS-WS-52: nothing reads `often`/,
    /c\.yaml:6: choices\.NS-WS-999: the document leaves no such point open/,
    /c\.yaml:7: members\.Account#\/tier/,
    /c\.yaml:9: the environment variable NOT_SET is not set/,
    /c\.yaml:12: the environment variable ALSO_NOT_SET is not set/,
    /c\.yaml:14: hooks\.advance: give either/,
  ])
    expect(complaint).toMatch(says);
});

test('a path that is no file to read', () => {
  expect(() => readConfig(join(folder, 'none.yaml'), {})).toThrow(
    /none\.yaml: cannot be read \(ENOENT\); give the path of a YAML file/,
  );
  expect(() => readConfig(join(folder, 'dir'), {})).toThrow(
    /dir: cannot be read \(it is a folder\)/,
  );
});

test('no complaint shows a secret', () => {
  for (const text of [
    GOOD.replace('KEY', 'SPACED'),
    GOOD.replace('{env: KEY}', 'plain-secret'),
    `${GOOD}  other-key: {env: KEY}\n`,
    GOOD.replace('localhost', 'me:pass-word@localhost'),
    `${CLIENT}, client_id: plain-secret, scope: 'a  b'}\n`,
    `${GOOD}  agent: {client_id: a, client_secret: plain-secret}\n`,
    `${CLIENT}, token_url: 'https://a:pass-word@login.example'}\n`,
  ])
    expect(complaintOf(text)).not.toMatch(/two words|plain-secret|from-the-environment|pass-word/);
});

/** Why a configuration is refused. @throws Error when it is not */
function complaintOf(text: string): string {
  try {
    read(text);
  } catch (error) {
    if (error instanceof UsageError) return error.message;
    throw error;
  }
  throw new Error(`no complaint about ${text}`);
}

/** Names of fields, and some that no schema expects. */
const NAMES = [
  'name',
  'workspace',
  'store',
  'credentials',
  'samples',
  'spend',
  'max_wait',
  'timeout',
  'hooks',
  'expected',
  'base_url',
  'profile',
  'full',
  'admin',
  'env',
  'file',
  'good',
  'filename',
  'size_bytes',
  'mint-key',
  'command',
  'url',
  'token',
  'rule',
  'verdict',
  'reason',
  'until',
  'members',
  'outcomes',
  'status',
  '__proto__',
  'constructor',
  '1',
  '',
];
/** Values that fit some field, or nearly. */
const leaves = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    0,
    1,
    -1,
    Infinity,
    'x',
    '',
    'KEY',
    'secret',
    'dir',
    '.',
    '/',
    'p.yaml',
    'http://localhost:1',
    'http://',
    'https://[',
    'reads',
    'failed',
    '2030-01-01',
    'workspace.account.has-plan',
  ),
  fc.string({unit: 'binary', maxLength: 6}),
);
const {value} = fc.letrec((tie) => ({
  value: fc.oneof(
    {depthSize: 'medium'},
    leaves,
    fc.array(tie('value'), {maxLength: 3}),
    fc.dictionary(fc.constantFrom(...NAMES), tie('value'), {maxKeys: 4}),
  ),
}));
const secret = fc.constantFrom<unknown>({env: 'KEY'}, {file: 'secret'}, [{env: 'OTHER'}]);
const clients = fc.dictionary(
  fc.constantFrom('client_id', 'client_secret', 'token_url', 'scope', 'env'),
  fc.oneof(leaves, secret, fc.constantFrom('http://localhost:1', 'https://h.example/t')),
  {maxKeys: 4},
);
const api = fc.record(
  {base_url: fc.constantFrom('http://localhost:1', 'http://h.example/x/')},
  {requiredKeys: ['base_url']},
);
/** A configuration that would do, with up to two fields that may not. */
const nearlyValid = fc
  .record({
    name: fc.constant('n'),
    workspace: api,
    credentials: fc.record({full: secret, agent: clients}, {requiredKeys: ['full']}),
    extra: fc.dictionary(fc.constantFrom(...NAMES), value, {maxKeys: 2}),
  })
  .map(({extra, ...rest}) => ({...rest, ...extra}));

test('any YAML is a usable configuration or a complaint', () => {
  const tally = {usable: 0, refused: 0};
  const file = join(folder, 'fuzz.yaml');
  fc.assert(
    fc.property(
      fc.oneof({weight: 2, arbitrary: nearlyValid}, {weight: 1, arbitrary: value}),
      (content) => {
        writeFileSync(file, stringify(content, {aliasDuplicateObjects: false}));
        try {
          const config = readConfig(file, ENV);
          const target = new Deployment(config, {now: () => 0, sleep: async () => undefined});
          isLoopback(config);
          target.lacks('role:full');
          target.lacks('sample:good');
          tally.usable += 1;
        } catch (error) {
          if (!(error instanceof UsageError)) throw error;
          expect(error.message).toContain('.yaml');
          tally.refused += 1;
        }
      },
    ),
    {numRuns: 1500, seed: 13},
  );
  expect(Math.min(tally.usable, tally.refused)).toBeGreaterThan(50);
});

test('any bytes are a complaint or a configuration', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.uint8Array({maxLength: 60}),
        fc.string({unit: fc.constantFrom(...'{}[]:,&*!|>-?#%@`"\' \n\tab1~')}),
      ),
      (bytes) => {
        try {
          read(bytes);
        } catch (error) {
          if (!(error instanceof UsageError)) throw error;
        }
      },
    ),
    {numRuns: 1500, seed: 14},
  );
});

test('addresses of this machine are distinguished from all others', () => {
  const loopback = (base: string): boolean =>
    isLoopback(read(GOOD.replace('http://localhost:4010/', `'${base}'`)));
  for (const base of [
    'http://localhost:1',
    'http://127.0.0.1:4',
    'http://127.8.9.1',
    'http://[::1]:7',
    'https://LOCALHOST',
  ])
    expect(loopback(base), base).toBe(true);
  for (const base of [
    'http://localhost.evil.example',
    'http://127.0.0.1.evil.example',
    'http://10.0.0.1',
    'http://192.168.1.1',
    'http://0.0.0.0',
    'https://api.vendor.example',
    'http://[::2]',
    'http://[fe80::1]',
  ])
    expect(loopback(base), base).toBe(false);
});

test('what the configuration says may be spent; else only reads elsewhere, and everything on this machine', () => {
  const clock = {now: () => 0, sleep: async () => undefined};
  const lacks = (base: string, spend = '') => {
    const target = new Deployment(
      read(GOOD.replace('http://localhost:4010/', base) + spend),
      clock,
    );
    return (['reads', 'adds', 'changes', 'exhausts'] as const).filter(
      (one) => target.lacks(`spend:${one}`) === undefined,
    );
  };
  expect(lacks('https://api.vendor.example')).toEqual(['reads']);
  expect(lacks('https://api.vendor.example', 'spend: [adds]\n')).toEqual(['reads', 'adds']);
  expect(lacks('http://localhost:1', 'spend: [adds]\n')).toEqual(['reads', 'adds']);
  expect(lacks('http://localhost:1')).toEqual(['reads', 'adds', 'changes', 'exhausts']);
});

test('a copy of the profile of the mock is a start', () => {
  for (const api of ['workspace', 'store'] as const) {
    const copy = resolve(import.meta.dirname, `../../../spec/${api}/profile.yaml`);
    const role = api === 'workspace' ? 'full' : 'admin';
    const {profiles} = read(
      `name: x\n${api}: {base_url: 'http://localhost:1', profile: '${copy}'}\ncredentials: {${role}: {env: KEY}}\n`,
    );
    expect(profiles[api]).toEqual(specifications[api].profile);
  }
});

test('the path that is missing is named as the profile takes it', () => {
  const advice = new Deployment(read(GOOD), {now: () => 0, sleep: async () => undefined}).lacks(
    'path:workspace.readRun.NS-WS-14.{run}',
  );
  expect(advice).toContain("`paths.readRun: {template: '/path/{run}'}`");
  const section = "  profile: {paths: {readRun: {template: '/path/{run}'}}}\n";
  expect(() => read(GOOD.replace('credentials:', `${section}credentials:`))).not.toThrow();
});

/** The examples in the table of the sections of a profile, in docs/configuration.md. */
function sectionExamples(): [section: string, example: string][] {
  const page = readFileSync(resolve(import.meta.dirname, '../../../docs/configuration.md'), 'utf8');
  const start = page.indexOf('| section | by |');
  const table = page.slice(start, page.indexOf('\n\n', start));
  let section = '';
  return table
    .split('\n')
    .slice(2)
    .map((row) => {
      const cells = row.split('|').map((cell) => cell.trim().replaceAll('`', ''));
      section = cells[1] || section;
      return [section, cells[4]?.replace(' (store)', '') ?? ''];
    });
}

test.each(sectionExamples())('the documented example for %s is accepted: %s', (section, line) => {
  const isAboutStore = line.startsWith('listUsers');
  const config = isAboutStore
    ? GOOD.replace('workspace:', 'store:').replace('full', 'admin')
    : GOOD;
  const profile = `  profile:\n    ${section}:\n      ${line}\n`;
  expect(() => read(config.replace('credentials:', `${profile}credentials:`))).not.toThrow();
});
