import {at} from '../../../spec/json.ts';
import type {Decoded} from '../../target/codec/decoded.ts';
import type {Credential} from '../../target/target.ts';

/** A request in the name of a credential: its response, or undefined if there was none. */
export type SendAs = (
  credential: Credential,
  op: string,
  body: unknown,
) => Promise<Decoded | undefined>;

/**
 * Whether two credentials belong to one workspace, as upload keys show: a key of another workspace is
 * refused with `invalid_upload_key` (Operations / Register publication), and one of the same workspace
 * because its bytes were never sent. One reservation is made, which nothing ever fills.
 * @param file name and size of a file that the deployment accepts
 * @returns undefined if the responses do not tell
 */
export async function areOfOneWorkspace(
  [first, second]: [Credential, Credential],
  file: {original_filename: unknown; size_bytes: unknown},
  sendAs: SendAs,
): Promise<boolean | undefined> {
  const reserved = await sendAs(first, 'createUpload', file);
  if (!reserved?.situations.includes('reserved')) return undefined;
  const registration = {
    publication_id: at(reserved.body, '/publication_id'),
    key: at(reserved.body, '/key'),
    ...file,
  };
  const own = await sendAs(first, 'createPublication', registration);
  const other = await sendAs(second, 'createPublication', registration);
  if (!isOnly('not-landed', own)) return undefined;
  if (isOnly('not-landed', other)) return true;
  return isOnly('key-outside', other) ? false : undefined;
}

/** The refusals that tell workspaces apart. */
const TELLING = ['not-landed', 'key-outside'];

const isOnly = (situation: string, response: Decoded | undefined): boolean =>
  TELLING.filter((one) => response?.situations.includes(one)).join() === situation;
