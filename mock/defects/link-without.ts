import {Page} from '../operation.ts';

/** A link to a page without one of its parameters; what is no link stays as it is. */
export function linkWithout<T>(link: T, name: string): T | Page {
  if (!(link instanceof Page)) return link;
  const [path = '', query] = link.path.split('?');
  const parameters = new URLSearchParams(query);
  parameters.delete(name);
  return new Page(`${path}?${parameters.toString()}`);
}
