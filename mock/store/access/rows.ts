import type {Row} from '../../world/change.ts';

/** A store; its tenant is its own key. */
export interface StoreRow extends Row {
  name: string;
}

/** The API token of one admin (Authentication 2). */
export interface TokenRow extends Row {
  /** The text that clients send as `X-User-Token`. */
  secret: string;
  /** Id of the admin's user. */
  admin: number;
  /** Credential role of the templates, for example `second-admin`; absent for other tokens. */
  role?: string;
}
