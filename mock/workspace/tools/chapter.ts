import type {Chapter} from '../../chapter.ts';
import type {Transition} from '../../operation.ts';
import {isPublic, TOOLS, type Tool} from './catalog.ts';

const shown = ({slug, name, category, description, metered, replaces}: Tool) => ({
  slug, name, category, description, metered, replaces_working_file: replaces,
});

/** The tools that a run can be started with; what is held back or not for the API is not told (Resources, Tool). */
const listTools: Transition = () => ({situation: 'catalog', body: {data: TOOLS.filter(isPublic).map(shown)}});

export const tools: Chapter = {name: 'workspace/tools', operations: {listTools}};
