// Joins what the command and the library load into few files, in the place of those that the compiler wrote: Node takes
// longer to find and read hundreds of modules than to run them. Modules that are loaded later stay files of their own.
//   node lint/bundle.js
import {resolve} from 'node:path';
import {rolldown} from 'rolldown';
import {ENTRIES} from './entries.js';

const dist = resolve(import.meta.dirname, '../dist');

const bundle = await rolldown({
  cwd: dist,
  input: Object.fromEntries(ENTRIES.map((name) => [name, `${name}.js`])),
  // Libraries stay as npm installs them.
  external: /^[^./]/,
  platform: 'node',
  treeshake: false,
});
await bundle.write({
  // What is only called to see whether it throws, as `decodeURIComponent`, would be left out as having no effect.
  minify: false,
  dir: dist,
  format: 'esm',
  entryFileNames: '[name].js',
  chunkFileNames: 'chunks/[name].js',
});
