import type {Row} from '../../world/change.ts';
import type {MailKind} from '../orders/order.ts';

/** A store. Its tenant is its own key. */
export interface StoreRow extends Row {
  name: string;
  /** Kinds of mail that its notification settings disable. Default: none. */
  mails_off?: readonly MailKind[];
  /** The content feature is disabled. Default: it is enabled. */
  content_off?: boolean;
  /** The store may not sell physical books. Default: it may. */
  physical_off?: boolean;
  /** The feature of reading sessions is disabled. */
  consumption_off?: boolean;
}

/** The API token of one admin (Authentication 2). */
export interface TokenRow extends Row {
  /** The value that clients send as `X-User-Token`. */
  secret: string;
  /** Id of the admin's user. */
  admin: number;
  /** The role of the credential in the template, for example `second-admin`; absent for other tokens. */
  role?: string;
  /** The admin may not manage content. Default: the admin may. */
  no_content?: boolean;
}
