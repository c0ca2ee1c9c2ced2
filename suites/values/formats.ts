import type {Ajv2020} from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import {isUrl} from '../../spec/url.ts';

/**
 * Gives a validator the forms by which texts of responses are judged. The documents say URL and no
 * more: what the URL standard of the browsers takes is one, too, for example with letters outside
 * ASCII in its path.
 */
export function giveFormats(ajv: Ajv2020): void {
  (addFormats as unknown as (ajv: Ajv2020) => void)(ajv);
  const isUri = ajv.formats['uri'] as (text: string) => boolean;
  ajv.addFormat('uri', (text: string) => isUrl(text) || isUri(text));
}
