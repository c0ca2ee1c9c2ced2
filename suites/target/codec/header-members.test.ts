import {describe, expect, test} from 'vitest';
import {openProfile, type MemberLocation, type Profile} from '../../../spec/profile.ts';
import {loadSpecification} from '../../../spec/specification.ts';
import {Codec} from '../codec.ts';

const {contract} = loadSpecification('workspace');
const ID = 'Reservation#/publication_id';
const LOCATION = {header: 'Location', take: 'last-segment' as const};
const reserved = {key: 'k', upload_url: 'https://files.example/k', upload_headers: {}};

const codecWith = (location: MemberLocation, more: Partial<Profile['members']> = {}): Codec =>
  new Codec(contract, {
    ...openProfile(),
    members: {[ID]: location, ...more} as Profile['members'],
  });

describe('a member that the API has in a header', () => {
  test.each<[where: string, location: MemberLocation, result: object]>([
    ['under its own name', LOCATION, {publication_id: 'p 1', id: 'other'}],
    ['under its own name in another spelling', LOCATION, {publicationId: 'p 1'}],
    ['as the id of the result', LOCATION, {id: 'p 1'}],
    ['under the name of the header', LOCATION, {location: 'https://api/publications/p%201?a=b'}],
    ['where the profile says', {...LOCATION, tool: '/of/ref'}, {id: 'other', of: {ref: 'p 1'}}],
    [
      'as a URL where the profile says',
      {...LOCATION, tool: '/Location'},
      {Location: 'https://api/publications/p%201'},
    ],
  ])('is found in the result of a tool %s', (_where, location, result) => {
    const {body, unknownPlace} = codecWith(location).decodeTool('createUpload', false, {
      ...reserved,
      ...result,
    });
    expect(body).toMatchObject({publication_id: 'p 1'});
    expect(unknownPlace).toBeUndefined();
  });

  test('is found where the profile says, counted from the row or from the whole result', () => {
    const rows: Profile['rows'] = {createUpload: {at: '/result'}};
    const members = {[ID]: {...LOCATION, tool: '/of'}} as Profile['members'];
    const codec = new Codec(contract, {...openProfile(), rows, members});
    for (const result of [{result: {...reserved, of: 'p 1'}}, {result: reserved, of: 'p 1'}])
      expect(codec.decodeTool('createUpload', false, result).body).toMatchObject({
        publication_id: 'p 1',
      });
  });

  test('is not taken from the id that another member is', () => {
    const own = codecWith(LOCATION, {'Reservation#/key': {at: '/id'}});
    const {unknownPlace} = own.decodeTool('createUpload', false, {...reserved, id: 'k'});
    expect(unknownPlace).toBeDefined();
  });

  test('is missing without a failure, and the line that would say where it is is named', () => {
    const {unknownPlace} = codecWith(LOCATION).decodeTool('createUpload', false, reserved);
    expect(unknownPlace).toBe(
      `members.${ID}: {header: Location, take: last-segment, tool: /pointer}`,
    );
  });

  test('is missing where the profile says that it is', () => {
    const own = codecWith({...LOCATION, tool: '/of/ref'});
    const {body, unknownPlace} = own.decodeTool('createUpload', false, {...reserved, id: 'p 1'});
    expect(body).not.toHaveProperty('publication_id');
    expect(unknownPlace).toBeUndefined();
  });

  test('has a suspect line until a request with the value of a tool has succeeded', () => {
    const borrowed = {op: 'createUpload', situation: 'reserved', pointer: '/publication_id'};
    const lines = codecWith(LOCATION).borrowedLines([{...borrowed, interface: 'mcp'}]);
    expect(lines).toMatchObject([{line: `members.${ID} of tools in requests`, doubt: 'unproven'}]);
  });
});

test('a replayed run is shown like a run that is read, or like the response to its start', () => {
  const codec = codecWith(LOCATION, {
    'Run#/id': {at: '/number'},
    'StartedRun#/id': {header: 'Location', take: 'last-segment'},
  });
  const replayed = (body: object): unknown =>
    codec.decode(
      'startRun',
      200,
      {location: 'https://api/runs/r%201?of=x'},
      {state: 'queued', ...body},
    ).body;
  expect(replayed({})).toMatchObject({id: 'r 1'});
  expect(replayed({number: 'r 2'})).toMatchObject({id: 'r 2'});
});
