import {basename, join, resolve} from 'node:path';
import express, {type RequestHandler, type Router} from 'express';
import {PALETTE} from '../http/palette.ts';

const ABOVE = resolve(import.meta.dirname, '../..');
/** The folder of the build: this module is in it, or beside it when tests run the sources. */
const DIST = basename(ABOVE) === 'dist' ? ABOVE : join(ABOVE, 'dist');

/** The headers of a page that runs its own scripts and talks to its own origin, and to nothing else. */
const headersFor = (styles: string): Record<string, string> => ({
  'Content-Security-Policy': [
    "default-src 'none'",
    "script-src 'self'",
    `style-src ${styles}`,
    "connect-src 'self'",
    "img-src 'self' data:",
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  // A page that opens the console in a window cannot look into it.
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cache-Control': 'no-cache',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
});

/** Files that the build has compressed. Every browser reads them. */
const COMPRESSED = {
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
  'swagger-ui.css': 'text/css; charset=utf-8',
};

const files = (folder: string, headers: Record<string, string>): RequestHandler =>
  express.static(join(DIST, folder), {
    index: false,
    redirect: false,
    cacheControl: false,
    setHeaders: (response) => void response.setHeaders(new Map(Object.entries(headers))),
  });

/**
 * The console, which is the page of the control plane, and the viewer of the API documents. The build makes both; the
 * viewer sets styles on its elements.
 */
export function consoleFiles(): Router {
  const router = express.Router();
  const page = headersFor("'self'");
  router.get('/', (_request, response) =>
    response.set(page).sendFile(join(DIST, 'console/index.html'), {cacheControl: false}),
  );
  router.get('/console/palette.css', (_request, response) =>
    response.set({...page, 'Content-Type': 'text/css; charset=utf-8'}).send(PALETTE),
  );
  router.use('/console', files('console', page));
  for (const [file, type] of Object.entries(COMPRESSED))
    router.get(`/viewer/${file}`, (_request, response) =>
      response
        .set({...page, 'Content-Type': type, 'Content-Encoding': 'gzip'})
        .sendFile(join(DIST, 'viewer', `${file}.gz`), {cacheControl: false}),
    );
  router.use('/viewer', files('viewer', headersFor("'self' 'unsafe-inline'")));
  return router;
}
