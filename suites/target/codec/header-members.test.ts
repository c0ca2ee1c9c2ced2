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
  ])('is found in the result of a tool %s', (_where, location, result) => {
    const {body, unknownPlace} = codecWith(location).decodeTool('createUpload', false, {
      ...reserved,
      ...result,
    });
    expect(body).toMatchObject({publication_id: 'p 1'});
    expect(unknownPlace).toBeUndefined();
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
