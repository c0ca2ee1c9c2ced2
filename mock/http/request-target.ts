import type {IncomingMessage} from 'node:http';
import {isUrl} from '../../spec/url.ts';

/**
 * Whether a request says what it is for, as HTTP demands it: by a path, by `*`, or by a whole URL with
 * a host (RFC 9112, section 3.2). Express answers other targets with a page of its own.
 */
export const hasTarget = ({url = ''}: IncomingMessage): boolean =>
  url.startsWith('/') || url === '*' || (/^https?:/i.test(url) && isUrl(url));
