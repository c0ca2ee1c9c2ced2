import type {Tool} from './catalog.ts';

/** A tool in the form of the catalogue (Resources, Tool). */
export const renderTool = ({slug, name, category, description, metered, replaces}: Tool) => ({
  slug,
  name,
  category,
  description,
  metered,
  replaces_working_file: replaces,
});
