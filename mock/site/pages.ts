import {checkoutPages} from './checkout-pages.ts';
import {readerPages} from './reader-pages.ts';
import type {SitePages} from './site-app.ts';
import {storePages} from './store-pages.ts';

/** The pages of the stores. */
export const SITE_PAGES: readonly SitePages[] = [storePages, checkoutPages, readerPages];
