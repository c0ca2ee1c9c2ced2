// Joins what the command and the library load into few files, in the place of those that the compiler wrote: Node takes
// longer to find and read hundreds of modules than to run them.
//   node scripts/bundle.js
import {resolve} from 'node:path';
import {ENTRIES} from './entries.js';
import {joinModules} from './join-modules.js';

const dist = resolve(import.meta.dirname, '../dist');

await joinModules(Object.fromEntries(ENTRIES.map((name) => [name, `${name}.js`])), dist, dist);
