import type {PublishedForms} from '../chapter.ts';

/** Forms of members of one component, each by its place. */
export const within = (component: string, members: PublishedForms): PublishedForms =>
  Object.fromEntries(Object.entries(members).map(([name, form]) => [`${component}/${name}`, form]));
