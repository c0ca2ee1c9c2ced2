import type {Chapter} from '../../chapter.ts';
import type {Transition} from '../../operation.ts';
import {isPublic, TOOLS, type Tool} from './catalog.ts';

const shown = ({slug, name, category, description, metered, replaces}: Tool) => ({
  slug,
  name,
  category,
  description,
  metered,
  replaces_working_file: replaces,
});

/**
 * The tools that a run can be started with; what is held back or not for the API is not told
 * (Resources, Tool).
 */
const listTools: Transition = (view) => {
  const data = TOOLS.filter(isPublic).map(shown);
  if (view.freedom('tools.order') === 'by_slug') data.sort((a, b) => (a.slug < b.slug ? -1 : 1));
  return {situation: 'catalog', body: {data}};
};

export const tools: Chapter = {
  name: 'workspace/tools',
  freedoms: {
    /** The order of the catalogue, of which the document says nothing: `by_kind` or `by_slug`. */
    'tools.order': 'by_kind',
  },
  operations: {listTools},
};
