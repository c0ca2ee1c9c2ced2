import type {Chapter} from '../../chapter.ts';
import type {Transition} from '../../operation.ts';
import {isPublic, TOOLS} from './catalog.ts';
import {renderTool} from './render-tool.ts';

/**
 * GET /tools: lists the tools of which runs can be started. Tools that are held back or excluded from the API are not
 * listed (Resources, Tool).
 */
const listTools: Transition = (view) => {
  const data = TOOLS.filter(isPublic).map(renderTool);
  if (view.freedom('tools.order') === 'by_slug') data.sort((a, b) => (a.slug < b.slug ? -1 : 1));
  return {situation: 'catalog', body: {data}};
};

/** The catalogue of tools (Endpoints). */
export const tools: Chapter = {
  name: 'workspace/tools',
  freedoms: {
    'tools.order': {
      values: ['by_kind', 'by_slug'],
      meaning:
        'The order of the catalogue, which the document leaves open: `by_kind` or `by_slug`.',
    },
  },
  operations: {listTools},
};
