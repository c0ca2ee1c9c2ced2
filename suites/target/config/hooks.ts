import {readEach} from '../../../spec/read-all.ts';
import type {Config, Hook} from '../config.ts';
import {judgeAddress} from './address.ts';
import type {ConfigDocument, HookSection} from './schema.ts';
import {readSecret} from './secret.ts';
import type {ConfigSource} from './source.ts';

/**
 * Reads the section `hooks`: a command or an HTTP call for each control verb that it names.
 * @throws UsageError for a hook that is neither or both
 */
export function readHooks(source: ConfigSource, {hooks}: ConfigDocument): Config['hooks'] {
  const readers = Object.entries(hooks ?? {}).map(([verb, section]): [string, () => Hook] => [
    verb,
    () => readHook(source, section, `/hooks/${verb}`),
  ]);
  return readEach(Object.fromEntries(readers));
}

function readHook(source: ConfigSource, section: HookSection, pointer: string): Hook {
  const {command, url, token} = section;
  if (Boolean(command) === Boolean(url))
    throw source.mistake(
      pointer,
      'give either `command` (a list: the program and its arguments) or `url`',
    );
  if (url !== undefined) judgeAddress(source, url, `${pointer}/url`, {query: true});
  if (token && !url)
    throw source.mistake(`${pointer}/token`, 'a token is sent only to a `url`; remove one of them');
  if (command) return {command, folder: source.pathOf('.')};
  return {url: url ?? '', ...(token && {token: readSecret(source, token, `${pointer}/token`)})};
}
