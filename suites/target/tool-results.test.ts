import {describe, expect, it} from 'vitest';
import {loadSpecification} from '../../spec/specification.ts';
import {openProfile} from '../../spec/profile.ts';
import {realClock} from '../engine/facts/ports.ts';
import {Codec} from './codec.ts';
import {linkIn} from './codec/tool-shapes.ts';
import {TooMuchJson} from './bounded-json.ts';
import {answeredIn, json, refusalIn, successIn} from './tool-results.ts';

const {contract} = loadSpecification('workspace');
const codec = new Codec(contract, openProfile());
const text = (...texts: string[]) => ({content: texts.map((one) => ({type: 'text', text: one}))});
const usage = {
  daily_runs_limit: 100,
  daily_runs_used: 1,
  runs_per_tool_and_publication_limit: null,
  publications_left: 4,
};

describe('what a tool brings is found (NS-WS-46)', () => {
  it.each([
    ['structured', {content: [], structuredContent: usage}],
    ['in a text', text(JSON.stringify(usage))],
    ['beside a sentence', text('Done.', JSON.stringify(usage))],
    [
      'within prose',
      text(`Here it is:\n\`\`\`json\n${JSON.stringify(usage, null, 2)}\n\`\`\`\nAnything else?`),
    ],
    [
      'in an embedded resource',
      {content: [{type: 'resource', resource: {uri: 'x:y', text: JSON.stringify(usage)}}]},
    ],
    ['wrapped', {content: [], structuredContent: {ok: true, data: usage}}],
    ['wrapped as text', {content: [], structuredContent: {result: JSON.stringify(usage)}}],
    [
      'in another spelling',
      {
        content: [],
        structuredContent: {
          dailyRunsLimit: 100,
          dailyRunsUsed: 1,
          runsPerToolAndPublicationLimit: null,
          publicationsLeft: 4,
        },
      },
    ],
  ])('%s', (_how, result) => {
    expect(codec.decodeTool('getAccountUsage', false, successIn(result))).toMatchObject({
      situations: ['usage'],
      body: usage,
    });
  });

  it('or reported as none that can be read', () => {
    expect(
      codec.decodeTool('getAccountUsage', false, successIn(text('One run today.'))).unread,
    ).toContain('getAccountUsage');
    expect(
      codec.decodeTool('downloadFile', false, successIn(text('It is on the shelf.'))).unread,
    ).toContain('downloadFile');
    expect(
      codec.decodeTool('getAccountUsage', false, successIn({content: []})).unread,
    ).toBeUndefined();
  });

  it.each([
    [{url: 'https://a.example/f?s=1', expires_at: 'soon'}],
    [{docs: 'https://a.example/help', download: {href: 'https://a.example/f?s=1'}}],
    ['Get it at https://a.example/f?s=1.'],
  ])('a link in %j', (result) => {
    expect(linkIn(result)).toBe('https://a.example/f?s=1');
  });

  it.each([
    [{url: "https://a.example/o'f(1),;:@!$*~.?n=UTF-8''book.epub&s=1'"}],
    ["Get it at https://a.example/o'f(1),;:@!$*~.?n=UTF-8''book.epub&s=1'."],
    ["(https://a.example/o'f(1),;:@!$*~.?n=UTF-8''book.epub&s=1')"],
  ])('whatever characters the link in %j has', (result) => {
    expect(linkIn(result)).toBe("https://a.example/o'f(1),;:@!$*~.?n=UTF-8''book.epub&s=1'");
  });
});

it('members whose names differ in case alone keep them', () => {
  const members = {
    'Usage#/publications_left': {at: '/left/N'},
    'Usage#/daily_runs_limit': {at: '/per/n'},
  };
  const own = new Codec(contract, {...openProfile(), members});
  const result = text(JSON.stringify({Item: {left: {N: 4}, per: {n: 100}}}));
  expect(own.decodeTool('getAccountUsage', false, successIn(result)).body).toMatchObject({
    publications_left: 4,
    daily_runs_limit: 100,
  });
});

it.each([[[{line: 1, text: 'fine'}]], [{findings: []}]])(
  'a report may be %j: its members are not shown',
  (report) => {
    const {unread} = codec.decodeTool(
      'readReport',
      false,
      successIn({content: [], structuredContent: report}),
    );
    expect(unread).toBeUndefined();
  },
);

describe('the reason of a refusal is found (NS-WS-47)', () => {
  const failure = {error: 'No such publication.', reason: 'publication_not_found'};
  it.each([
    ['in a text', text(JSON.stringify(failure))],
    ['nested', text(JSON.stringify({error: failure}))],
    ['structured', {...text('No.'), structuredContent: {detail: failure}}],
    ['as a word', text('Error: No such publication (reason: publication_not_found).')],
    ['beside the result', {...text('No.'), _meta: {reason: failure.reason}}],
    ['in the data of an error', {message: 'No.', data: {error: failure}}],
    ['in its data as text', {message: 'No.', data: JSON.stringify(failure)}],
    ['in its message', {message: 'MCP error -32000: publication_not_found'}],
  ])('%s', (_how, refusal) => {
    expect(codec.decodeTool('getPublication', true, refusalIn(refusal))).toMatchObject({
      situations: ['publication-not-found'],
      status: 404,
    });
  });

  it('and is not made up', () => {
    expect(
      codec.decodeTool(
        'getPublication',
        true,
        refusalIn(text(JSON.stringify({error: 'publication_not_found', reason: null}))),
      ).situations,
    ).not.toContain('publication-not-found');
  });
});

describe('arguments', () => {
  const argumentsFor = (places: string[]) =>
    codec.toolArguments(
      'startRun',
      {name: 'startRun', arguments: places},
      {path: {publication: 'p'}, query: {}, headers: {'Idempotency-Key': 'k'}, body: {tool: 't'}},
    );
  it('stand where the tool has them', () => {
    expect(argumentsFor(['/publicationId', '/body', '/idempotencyKey', '/body/tool'])).toEqual({
      publicationId: 'p',
      idempotencyKey: 'k',
      body: {tool: 't'},
    });
    expect(argumentsFor(['/id', '/tool', '/idempotency_key'])).toEqual({
      id: 'p',
      idempotency_key: 'k',
      tool: 't',
    });
  });
  it('have the name of the API, or else the canonical one', () => {
    const requests = {createUpload: {original_filename: 'name'}};
    const own = new Codec(contract, {...openProfile(), requests});
    const body = {original_filename: 'a.epub'};
    const argumentsOf = (listed: string[]) =>
      own.toolArguments(
        'createUpload',
        {name: 'createUpload', arguments: listed},
        {path: {}, query: {}, headers: {}, body},
      );
    expect(argumentsOf(['/name'])).toEqual({name: 'a.epub'});
    expect(argumentsOf(['/original_filename'])).toEqual(body);
    expect(argumentsOf(['/name', '/original_filename'])).toEqual({name: 'a.epub'});
  });
  it('whose name is not known are asked for', () => {
    expect(argumentsFor(['/publication', '/slug', '/idempotency_key'])).toContain(
      'tools.startRun: {name: startRun, arguments: {tool: ...}}',
    );
  });
});

it('a stream has answered when the answer has come, not with what comes before it', () => {
  const event = (message: object): string =>
    `event: message\r\ndata: ${JSON.stringify(message)}\r\n\r\n`;
  const before = event({method: 'notifications/message'}) + event({id: 's-1', method: 'ping'});
  expect(
    [before, before + event({id: 1, result: {}}), JSON.stringify({id: 1, result: {}})].map(
      answeredIn,
    ),
  ).toEqual([false, true, false]);
});

describe('JSON of any size', () => {
  const deep = '['.repeat(50_000) + ']'.repeat(50_000);
  const wide = `[${'1,'.repeat(300_000)}1]`;

  it.each([deep, wide])('is no result when it is more than is read', (much) => {
    expect(() => successIn(text(much))).toThrow(TooMuchJson);
    expect(() => successIn({content: [], structuredContent: {result: much}})).toThrow(TooMuchJson);
    expect(() => refusalIn({...text(much), isError: true})).toThrow(TooMuchJson);
    expect(() => answeredIn(`data: ${much}\n\n`)).toThrow(TooMuchJson);
  });

  it('takes no time that grows with the square of it', () => {
    const since = realClock.now();
    expect(json('['.repeat(90) + 'x'.repeat(4_000_000))).toBeUndefined();
    expect(json('{'.repeat(50_000) + '['.repeat(1_000_000))).toBeUndefined();
    expect(realClock.now() - since).toBeLessThan(4000);
  });
});
