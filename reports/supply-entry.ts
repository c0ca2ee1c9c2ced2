import type {Supply} from '../spec/run-record.ts';

/** Samples that are files, each as the configuration names one. */
const FILES: Record<string, string> = {
  good: '{filename: book.epub}',
  unsupported: '{filename: notes.exe}',
  oversize: '{filename: book.epub, size_bytes: 9007199254740991}',
  audiobook: '{filename: book.m4b}',
};

const ENTRIES: Record<string, (name: string) => string> = {
  samples: (name) => FILES[name] ?? 'VALUE',
  hooks: () => "{url: 'http://localhost:9000/hooks'}",
  credentials: (role) => `{env: ${role.toUpperCase().replaceAll('-', '_')}_SECRET}`,
};

/**
 * The entries of the configuration that supply something, with examples of their values, for example `samples: {good:
 * {filename: book.epub}}`. They name samples, hooks and credentials.
 */
export function supplyEntries({what}: Supply): string[] {
  const entries = [...what.matchAll(/\((samples|hooks|credentials)\.([\w-]+)\)/g)];
  return entries.flatMap(([, section = '', name = '']) => {
    const example = ENTRIES[section]?.(name);
    return example === undefined ? [] : [`${section}: {${name}: ${example}}`];
  });
}
