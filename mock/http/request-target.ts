import type {IncomingMessage} from 'node:http';
import {isUrl} from '../../spec/url.ts';

/**
 * Whether a request has a target that HTTP permits: a path, `*`, or an absolute URL with a host (RFC 9112, section
 * 3.2). To other targets Express responds with a page of its own.
 */
export const hasTarget = ({url = ''}: IncomingMessage): boolean =>
  url.startsWith('/') || url === '*' || (/^https?:/i.test(url) && isUrl(url));
