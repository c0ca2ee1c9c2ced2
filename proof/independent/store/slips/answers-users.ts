import type {Json, Reply} from '../types.ts';
import {type Answers, bodyOf, jsonOf, listOf, restatus} from './types.ts';

/** Changes the body of an answer to a create that succeeded. */
function created(edit: (body: Json) => void): (reply: Reply) => void {
  return (reply) => {
    if (reply.status === 201) edit(bodyOf(reply));
  };
}

/** Changes the paginator of a list. */
function pager(edit: (paginator: Json, reply: Reply) => void): (reply: Reply) => void {
  return (reply) => {
    const {paginator} = jsonOf(bodyOf(reply).data);
    if (paginator !== undefined) edit(jsonOf(paginator), reply);
  };
}

/** How answers about users are miswritten. */
export const USER_ANSWERS: Answers = {
  createUser: {
    'create-code-created': created((body) => (body.CODE = 'created')),
    'create-code-upper': created((body) => (body.CODE = 'SUCCESS')),
    'create-data-nested': created((body) => (body.data = {user: body.data})),
    'create-status-200': (reply) => restatus(reply, 201, 200),
  },
  listUsers: {
    'list-code-missing': (reply) => {
      if (reply.status === 200) delete bodyOf(reply).CODE;
    },
    'nothing-found-204': (reply) => {
      if (reply.status === 404) Object.assign(reply, {status: 204, body: undefined});
    },
    'current-page-as-text': pager((one) => (one.current_page = String(one.current_page))),
    'list-keyed-by-id': pager((one) => {
      one.data = Object.fromEntries(listOf(one.data).map((row) => [row.id, row]));
    }),
    'list-206-when-more': pager((one, reply) => {
      if (one.following_page !== null) reply.status = 206;
    }),
    'paginator-missing': pager((one, reply) => (bodyOf(reply).data = one)),
  },
};
