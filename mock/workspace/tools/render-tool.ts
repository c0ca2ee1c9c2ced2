import type {Tool} from './catalog.ts';

/** A tool as the catalogue shows it (Resources, Tool). */
export const renderTool = ({slug, name, category, description, metered, replaces}: Tool) => ({
  slug,
  name,
  category,
  description,
  metered,
  replaces_working_file: replaces,
});
