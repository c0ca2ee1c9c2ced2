import type {Json, Reply} from '../types.ts';
import {jsonOf, listOf, type Edit, type Variants} from './types.ts';

/** Changes the texts of the refusals of fields, in both shapes. */
function texts(edit: (texts: unknown[]) => unknown[]): Edit {
  return (reply) => {
    if (reply.status !== 422 && reply.status !== 400) return;
    const {errors} = jsonOf(reply.body);
    for (const one of listOf(errors))
      one.details = edit(Array.isArray(one.details) ? one.details : []);
    const fields = jsonOf(errors);
    for (const [field, list] of Object.entries(fields)) {
      if (Array.isArray(list)) fields[field] = edit(list);
    }
  };
}

/** Writes another body for what has no documented one. */
function bare(statuses: number[], edit: (reply: Reply) => void): Edit {
  return (reply) => {
    if (statuses.includes(reply.status)) edit(reply);
  };
}

function message(reply: Reply, text: string): void {
  const body: Json = jsonOf(reply.body);
  if (typeof body.message === 'string') body.message = text;
}

const BODIES = ['createUser', 'updateUser', 'createPlan', 'updatePlan', 'createOrder'].concat([
  'updateOrder',
  'cancelOrder',
  'createIssue',
  'updateIssue',
]);

/** How refusals may be worded: only their members are documented. */
export const ERRORS: Variants = {
  'errors-in-spanish': {
    reply: (reply, ...rest) => {
      if (reply.status < 400) return;
      message(reply, 'Los datos proporcionados no son válidos.');
      const spanish = (list: unknown[]): unknown[] =>
        list.map((one) => (/prohibited/.test(String(one)) ? one : 'Este campo no es válido.'));
      texts(spanish)(reply, ...rest);
    },
  },
  'errors-of-several-texts': {reply: texts((list) => [...list, 'Please read the manual.'])},
  'errors-first-field-only': {
    reply: (reply) => {
      if (reply.status !== 422 && reply.status !== 400) return;
      const body = jsonOf(reply.body);
      if (Array.isArray(body.errors)) body.errors = body.errors.slice(0, 1);
      else body.errors = Object.fromEntries(Object.entries(jsonOf(body.errors)).slice(0, 1));
    },
  },
  'errors-with-more-members': {
    reply: (reply) => {
      if (reply.status < 400 || typeof reply.body === 'string') return;
      Object.assign(jsonOf(reply.body), {
        trace_id: '4bf92f35',
        docs: 'https://help.example/errors',
      });
    },
  },
  'errors-with-more-fields': {
    reply: (reply) => {
      const {errors, CODE} = jsonOf(reply.body);
      if (reply.status !== 422 || CODE !== 'error') return;
      const fields = jsonOf(errors);
      if ('new_password' in fields) fields.password = fields.new_password;
    },
  },
  'bodies-not-shown-are-empty': {
    reply: bare([401, 403, 404], (reply) => {
      reply.body = '';
    }),
  },
  'bodies-not-shown-are-html': {
    reply: bare([401, 403, 404], (reply) => {
      reply.body = '<html><body><h1>Sorry</h1></body></html>';
      reply.headers = {...reply.headers, 'Content-Type': 'text/html; charset=utf-8'};
    }),
  },
  'bodies-not-shown-are-short': {
    reply: bare([401, 403, 404], (reply) => {
      reply.body = {error: reply.status === 401 ? 'Unauthenticated.' : 'Not Found'};
    }),
  },
  'bodies-refused-422': {
    reply: (reply) => {
      const {message: text} = jsonOf(reply.body);
      if (reply.status === 400 && /JSON object/.test(String(text))) reply.status = 422;
    },
    profile: {
      outcomes: Object.fromEntries(BODIES.map((op) => [`${op}.body-refused`, {status: [422]}])),
    },
  },
  'bodies-of-429-are-html': {
    reply: bare([429], (reply) => {
      reply.body = '<html><body>429 Too Many Requests</body></html>';
      reply.headers = {...reply.headers, 'Content-Type': 'text/html'};
    }),
  },
};
