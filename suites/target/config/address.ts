import {requestTarget} from '../../../spec/request-target.ts';
import {isUrl} from '../../../spec/url.ts';
import type {ConfigSource} from './source.ts';

/** What an address may have besides host and path. */
export interface AddressOptions {
  /** Whether a query is allowed, as in the URL of a hook. */
  query?: boolean;
}

/**
 * Judges an address of a configuration.
 * @param pointer of the field that it stands in
 * @throws UsageError for what is no URL, for one with a password, and for a part that is not
 * allowed
 */
export function judgeAddress(
  source: ConfigSource,
  address: string,
  pointer: string,
  {query = false}: AddressOptions = {},
): void {
  if (!isUrl(address))
    throw source.mistake(
      pointer,
      `\`${address}\` is not an address; an address looks like https://host/path`,
    );
  if (/[\s\0-\x20]/.test(address))
    throw source.mistake(pointer, `the address \`${address}\` contains a blank; leave it out`);
  const {username, password, search, hash} = new URL(address);
  if (username || password)
    throw source.mistake(
      pointer,
      'the address carries a user name or a password; ' +
        'secrets are written as {env: NAME} or {file: PATH}, never plainly',
    );
  if (!requestTarget(address))
    throw source.mistake(
      pointer,
      `\`${address}\` is not an address of HTTP; an address looks like https://host/path`,
    );
  if (hash) throw source.mistake(pointer, 'the address has a fragment; leave out `#` and the rest');
  if (search && !query)
    throw source.mistake(pointer, 'the address has a query; leave out `?` and the rest');
}
