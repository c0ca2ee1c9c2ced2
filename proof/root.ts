import {fileURLToPath} from 'node:url';

/** A file of the project, from the sources and from what is built of them. */
export const projectFile = (path: string): string =>
  fileURLToPath(
    new URL(path, new URL(import.meta.url.includes('/dist/') ? '../../' : '../', import.meta.url)),
  );
