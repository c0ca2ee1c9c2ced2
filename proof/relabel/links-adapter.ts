import type {Adapter} from './adapter.ts';
import {mapStrings} from './strings.ts';

/**
 * Presigned links with another origin.
 * @param from the origin of the mock's object storage
 */
export function linksAdapter(from: string, to: string): Adapter {
  const moved = (text: string): string => text.replaceAll(from, to);
  return {
    adaptRequest() {},
    adaptResponse(_request, response) {
      response.body = mapStrings(response.body, moved);
      if (response.headers.location !== undefined)
        response.headers.location = moved(response.headers.location);
    },
  };
}
