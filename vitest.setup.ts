import {spawnSync} from 'node:child_process';

/** Tests read the compiled specification and start the built command: both have to be new. */
export function setup(): void {
  const build = ['scripts/build.js'];
  const {status} = spawnSync(process.execPath, build, {cwd: import.meta.dirname, stdio: 'inherit'});
  if (status !== 0) throw new Error('the specification does not compile');
}
