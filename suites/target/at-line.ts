import type {Target} from './target.ts';

/** A message about a field of the configuration, with `FILE:LINE` in front of it if there is a file. */
export const atLine = (
  {lineOf}: Pick<Target, 'lineOf'>,
  pointer: string,
  message: string,
): string => (lineOf ? `${lineOf(pointer)}: ${message}` : message);
