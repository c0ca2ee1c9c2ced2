import type {Exchange} from '../../spec/exchange.ts';
import {isClientError} from '../../spec/status.ts';

/**
 * Why a refusal may be due to the characters of a URL that the deployment handed out and that no request can contain:
 * something else was sent than was handed out.
 * @returns undefined for a URL that was sent as it was handed out, and for any other response than a refusal
 */
export const refusedAsEncoded = ({
  op,
  status,
  encodedUrl,
  elsewhere,
}: Pick<Exchange, 'op' | 'status' | 'encodedUrl' | 'elsewhere'>): string | undefined =>
  encodedUrl && !elsewhere && isClientError(status)
    ? `${op}: the URL that the deployment handed out has characters that no request can contain; ` +
      `they were percent-encoded, and the answer was ${status}`
    : undefined;
