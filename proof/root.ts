import {fileURLToPath} from 'node:url';

/** The path of a project file, whether this code runs from the sources or from `dist`. */
export const projectFile = (path: string): string =>
  fileURLToPath(
    new URL(path, new URL(import.meta.url.includes('/dist/') ? '../../' : '../', import.meta.url)),
  );
