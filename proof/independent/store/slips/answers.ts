import {
  answered,
  type Answers,
  bodyOf,
  inBody,
  jsonOf,
  restatus,
  without,
  withoutIn,
} from './types.ts';

/** How answers about plans and sessions are miswritten. */
export const ANSWERS: Answers = {
  createPlan: {
    'plan-create-status-200': (reply) => restatus(reply, 201, 200),
    'plan-invalid-400': (reply) => restatus(reply, 422, 400),
  },
  updatePlan: {
    'plan-update-status-200': (reply) => {
      restatus(reply, 204, 200);
      reply.body ??= {CODE: 'success', data: null};
    },
    'plan-update-unknown-204': (reply) => restatus(reply, 404, 204),
  },
  deletePlan: {
    'plan-delete-status-204': (reply) => restatus(reply, 200, 204),
    'plan-delete-unknown-200': (reply) => restatus(reply, 404, 200),
  },
  listPlans: {
    'plans-nothing-found-200': answered(404, 200, {
      CODE: 'success',
      data: {plans: [], offset: 0, size: 15, total: 0},
    }),
  },
  listCollections: {
    'collections-no-code': inBody(without('CODE')),
    'collections-as-objects': (reply) => {
      const body = bodyOf(reply);
      const names = Array.isArray(body.data) ? body.data : [];
      body.data = names.map((name: unknown) => ({name}));
    },
  },
  listSessions: {
    'sessions-no-code': inBody(without('CODE')),
    'sessions-nested': (reply) => {
      const body = bodyOf(reply);
      body.data = {sessions: body.data};
    },
    'sessions-per-page-missing': inBody(withoutIn('pagination', 'per_page')),
    'sessions-cursor-always': (reply) => {
      const {pagination} = bodyOf(reply);
      if (pagination !== undefined) jsonOf(pagination).next_cursor ??= 'YWZ0ZXI6OTk5OTk5OTk5';
    },
    'sessions-cursor-as-number': (reply) => {
      const pagination = jsonOf(bodyOf(reply).pagination);
      if (typeof pagination.next_cursor !== 'string') return;
      pagination.next_cursor = Buffer.from(pagination.next_cursor).length;
    },
    'sessions-206-when-more': (reply) => {
      if (jsonOf(bodyOf(reply).pagination).has_more === true) reply.status = 206;
    },
    'sessions-has-more-number': (reply) => {
      const pagination = jsonOf(bodyOf(reply).pagination);
      pagination.has_more = Number(pagination.has_more);
    },
  },
  deleteSession: {
    'session-delete-204': (reply) => restatus(reply, 200, 204),
    'session-delete-no-code': inBody(without('CODE')),
    'session-delete-no-message': inBody(without('message')),
    'session-delete-unknown-200': (reply) => restatus(reply, 404, 200),
  },
  deleteSessions: {
    'sessions-delete-no-code': inBody(without('CODE')),
    'sessions-delete-no-message': inBody(without('message')),
    'sessions-delete-count-text': (reply) => {
      const data = jsonOf(bodyOf(reply).data);
      data.deleted_count = String(data.deleted_count);
    },
    'sessions-delete-204': (reply) => restatus(reply, 200, 204),
    'sessions-delete-count-zero': (reply) => {
      jsonOf(bodyOf(reply).data).deleted_count = 0;
    },
    'sessions-delete-unknown-200': (reply) => restatus(reply, 404, 200),
  },
};
