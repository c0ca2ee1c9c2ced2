import type {Row} from '../../world/change.ts';
import type {MailKind} from '../orders/order.ts';

/** A store; its tenant is its own key. */
export interface StoreRow extends Row {
  name: string;
  /** Kinds of mail that its notification settings have switched off; absent: none. */
  mails_off?: readonly MailKind[];
  /** The content feature is switched off; absent: it is on. */
  content_off?: boolean;
  /** The store may not sell physical books; absent: it may. */
  physical_off?: boolean;
  /** It does not have the feature of reading sessions. */
  consumption_off?: boolean;
}

/** The API token of one admin (Authentication 2). */
export interface TokenRow extends Row {
  /** The text that clients send as `X-User-Token`. */
  secret: string;
  /** Id of the admin's user. */
  admin: number;
  /** Credential role of the templates, for example `second-admin`; absent for other tokens. */
  role?: string;
  /** The admin may not manage content; absent: may. */
  no_content?: boolean;
}
