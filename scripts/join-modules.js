import {rolldown} from 'rolldown';

/**
 * Joins modules that are loaded together into few files. Modules that are loaded later stay files of their own.
 * @param {Record<string, string>} input the entries: their files by the names that they get, without `.js`
 * @param {string} from the folder of the entries
 * @param {string} to the folder of the files that are written
 */
export async function joinModules(input, from, to) {
  const bundle = await rolldown({
    cwd: from,
    input,
    // Libraries stay as npm installs them.
    external: /^[^./]/,
    platform: 'node',
    // What is only called to see whether it throws, as `decodeURIComponent`, would be left out as having no effect.
    treeshake: false,
  });
  await bundle.write({
    minify: false,
    dir: to,
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: 'chunks/[name].js',
  });
}
