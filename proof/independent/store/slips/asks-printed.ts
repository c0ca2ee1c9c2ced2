import type {Ask} from '../types.ts';
import type {Asks} from './types.ts';

/** Changes an upload of a printed book. */
function printed(edit: (body: Ask['body']) => void): (ask: Ask) => void {
  return ({body}) => {
    if (body.type === 'physical') edit(body);
  };
}

/** Takes another value for a size. */
function sizes(field: string, edit: (value: unknown) => unknown): (ask: Ask) => void {
  return printed((body) => {
    if (body[field] !== undefined) body[field] = edit(body[field]);
  });
}

const whole = (value: unknown): unknown =>
  typeof value === 'number' ? Math.max(0, Math.round(value)) : value;

/** How printed books, updates and searches are misread. */
export const PRINTED_ASKS: Asks = {
  createIssue: {
    'printed-file-needed': printed((body) => {
      if (body.file_url === undefined) body.type = 'digital';
    }),
    'printed-without-type': ({body}) => {
      if (body.extension === undefined && body.pages !== undefined) body.type ??= 'physical';
    },
    'printed-contents-as-json': printed((body) => {
      if (typeof body.table_of_contents === 'string') body.table_of_contents = {};
    }),
    'printed-pages-fraction': sizes('pages', whole),
    'printed-width-large-refused': sizes('width', (value) => (Number(value) > 99 ? 'x' : value)),
    'printed-stock-refused': sizes('stock', () => 'x'),
    'printed-stock-zero-refused': sizes('stock', (value) => (value === 0 ? 'x' : value)),
    'printed-binding-listed-only': sizes('binding_type', (value) =>
      value === 'hardcover' || value === 'paperback' ? value : 7,
    ),
    'printed-place-refused': sizes('editing_location', () => 7),
  },
  updateIssue: {
    'issue-update-description-lost': ({body}) => {
      delete body.description;
    },
    'issue-update-free-not-taken-back': ({body}) => {
      if (body.free === false) delete body.free;
    },
    'issue-update-second-author-lost': ({body}) => {
      if (Array.isArray(body.author)) body.author = body.author.slice(0, 1);
    },
  },
  listIssues: {
    'issues-page-ignored': ({query}) => query.delete('page'),
  },
};
