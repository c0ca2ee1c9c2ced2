import {
  answered,
  type Answers,
  bodyOf,
  inBody,
  inData,
  jsonOf,
  listOf,
  restatus,
  without,
} from './types.ts';
import type {Json, Reply} from '../types.ts';

/** Changes the paginator of a list. */
function pager(edit: (paginator: Json) => void): (reply: Reply) => void {
  return (reply) => {
    const {paginator} = jsonOf(bodyOf(reply).data);
    if (paginator !== undefined) edit(jsonOf(paginator));
  };
}

/** Leaves a member of the paginator out. */
function unpaged(member: string): (reply: Reply) => void {
  return pager((paginator) => {
    delete paginator[member];
  });
}

/** How the paginator of content is miswritten. */
const PAGER: Answers[string] = {
  'issues-current-missing': unpaged('current_page'),
  'issues-from-missing': unpaged('from'),
  'issues-links-missing': unpaged('links'),
  'issues-from-zero': pager((one) => {
    one.from = Number(one.from) - 1;
  }),
  'issues-total-of-page': pager((one) => {
    one.total = listOf(one.data).length;
  }),
  'issues-to-full': pager((one) => {
    if (one.to !== null) one.to = Number(one.current_page) * Number(one.per_page);
  }),
  'issues-next-on-last': pager((one) => {
    one.next_page_url ??= one.last_page_url;
  }),
  'issues-prev-on-first': pager((one) => {
    one.prev_page_url ??= one.first_page_url;
  }),
  'issues-next-forgets-query': pager((one) => {
    if (typeof one.next_page_url !== 'string') return;
    const url = new URL(one.next_page_url);
    url.searchParams.delete('query');
    one.next_page_url = url.href;
  }),
  'issues-prev-of-second-null': pager((one) => {
    one.prev_page_url = Number(one.current_page) === 2 ? null : one.prev_page_url;
  }),
};

/** How answers about content are miswritten. */
export const ISSUE_ANSWERS: Answers = {
  issues: {
    'content-gone': (reply) => {
      if (reply.status < 300) reply.status = 410;
    },
  },
  createIssue: {
    'upload-status-202': (reply) => restatus(reply, 201, 202),
    'upload-issue-flat': (reply) => {
      const body = bodyOf(reply);
      if (reply.status === 201) body.data = {...jsonOf(jsonOf(body.data).issue), message: 'x'};
    },
    'upload-message-missing': inData(without('message')),
    'upload-message-of-others': (reply) => {
      if (reply.status === 201) jsonOf(bodyOf(reply).data).message = 'OK';
    },
    'upload-invalid-400': (reply) => restatus(reply, 422, 400),
  },
  readIssue: {
    'issue-read-unknown-200': answered(404, 200, {CODE: 'success', data: {issue: null}}),
  },
  updateIssue: {
    'issue-update-200': answered(204, 200, {CODE: 'success', data: {}}),
    'issue-update-unknown-204': (reply) => restatus(reply, 404, 204),
  },
  deleteIssue: {
    'issue-delete-204': (reply) => restatus(reply, 200, 204),
    'issue-delete-unknown-200': (reply) => restatus(reply, 404, 200),
  },
  listIssues: {
    ...PAGER,
    'issues-no-code': inBody(without('CODE')),
    'issues-paginator-flat': (reply) => {
      const body = bodyOf(reply);
      const {paginator, ...rest} = jsonOf(body.data);
      if (paginator !== undefined) body.data = {...rest, ...jsonOf(paginator)};
    },
    'issues-nothing-found-200': (reply) => {
      if (reply.status !== 404) return;
      reply.status = 200;
      const paginator = {current_page: 1, data: [], from: null, to: null, total: 0};
      reply.body = {CODE: 'success', data: {paginator}};
    },
  },
};
