import type {Json, Reply} from '../types.ts';
import {type Answers, bodyOf, listOf, restatus} from './types.ts';

/** Changes a page of sessions. */
function page(edit: (body: Json) => void): (reply: Reply) => void {
  return (reply) => {
    if (reply.status === 200) edit(bodyOf(reply));
  };
}

function without(member: string): (reply: Reply) => void {
  return page((body) => {
    delete body[member];
  });
}

/** How answers about reading sessions are miswritten. */
export const READING_ANSWERS: Answers = {
  listReading: {
    'readings-per-page-of-rows': page((body) => {
      body.per_page = listOf(body.data).length;
    }),
    'readings-next-url-missing': without('next_page_url'),
    'readings-prev-cursor-missing': without('prev_cursor'),
    'readings-keyed': page((body) => {
      const pairs = listOf(body.data).map((one): [string, unknown] => [String(one.uuid), one]);
      body.data = Object.fromEntries(pairs);
    }),
    'readings-off-404': (reply) => restatus(reply, 403, 404),
    'readings-next-url-stays': page((body) => {
      if (body.prev_cursor === null || typeof body.next_page_url !== 'string') return;
      const url = new URL(body.next_page_url);
      url.searchParams.delete('cursor');
      body.next_page_url = url.href;
    }),
    'readings-prev-url-is-next': page((body) => {
      if (body.prev_page_url !== null) body.prev_page_url = body.next_page_url;
    }),
  },
};
