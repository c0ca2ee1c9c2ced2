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
 * The entry of the configuration that supplies a thing, with an example of its value: `samples: {good: {filename:
 * book.epub}}`; undefined for anything but a sample, a hook or a credential.
 */
export function supplyEntry({what}: Supply): string | undefined {
  const [, section = '', name = ''] = /\((samples|hooks|credentials)\.([\w-]+)\)$/.exec(what) ?? [];
  const example = ENTRIES[section]?.(name);
  return example && `${section}: {${name}: ${example}}`;
}
