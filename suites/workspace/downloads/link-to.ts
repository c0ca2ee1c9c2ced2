import type {Args, Handle, Script} from '../../language/script.ts';

/** Records the request for a link to a file version (`downloadFile`). */
export const requestLinkTo = (s: Script, version: Handle, args: Args = {}): Handle =>
  s.call('downloadFile', {path: {file: version.at('/id')}, ...args});
