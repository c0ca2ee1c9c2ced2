import type {AddressedRequest} from '../http/request-context.ts';
import type {World} from '../world/world.ts';
import {StorageRefusal} from './storage-refusal.ts';

/** A request to storage, with the parts of its presigned link. */
export interface StorageRequest {
  context: AddressedRequest;
  world: World;
  method: 'GET' | 'HEAD' | 'PUT';
  /** Key of the object in the path. */
  key: string;
  /** Query of the link: expiry, limit, signed headers, signature. */
  query: URLSearchParams;
}

const USE_THE_LINK = 'use the link exactly as it was given';

/**
 * Reads the world and the object of a request.
 * @throws StorageRefusal for an unknown world, another method, or a path that cannot be decoded
 */
export function readRequest(context: AddressedRequest): StorageRequest {
  const {world, worldId, method} = context;
  if (!world)
    throw new StorageRefusal('NoSuchKey', {
      expected: 'a world that was made',
      got: `/w/${worldId}`,
      todo: USE_THE_LINK,
    });
  if (method !== 'PUT' && method !== 'GET' && method !== 'HEAD')
    throw new StorageRefusal(
      'MethodNotAllowed',
      {expected: 'PUT or GET', got: method, todo: 'use the method of the link'},
      {allow: 'GET, HEAD, PUT'},
    );
  const [path = '', query = ''] = context.path.split('?', 2);
  return {context, world, method, key: keyOf(path), query: new URLSearchParams(query)};
}

function keyOf(path: string): string {
  try {
    return decodeURIComponent(path.slice(1));
  } catch {
    throw new StorageRefusal('BadRequest', {
      expected: 'a well-formed path',
      got: path,
      todo: USE_THE_LINK,
    });
  }
}
