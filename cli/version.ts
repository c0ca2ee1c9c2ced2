import {createRequire} from 'node:module';

/** The version of presscheck, from its package.json. */
export const version = (): string => {
  const load = createRequire(import.meta.url);
  return (load('presscheck/package.json') as {version: string}).version;
};
