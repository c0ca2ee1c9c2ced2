import {fileURLToPath} from 'node:url';

/** The path of a project file, when this runs from the sources and when from `dist`. */
export const projectFile = (path: string): string =>
  fileURLToPath(
    new URL(path, new URL(import.meta.url.includes('/dist/') ? '../../' : '../', import.meta.url)),
  );
