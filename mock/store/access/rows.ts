import type {Row} from '../../world/change.ts';

/** A store; its tenant is itself. */
export interface StoreRow extends Row {
  name: string;
}

/** The integration key of one admin (Authentication 2). */
export interface TokenRow extends Row {
  secret: string;
  /** Id of the admin's user. */
  admin: number;
  /** What the templates made it for, such as `second-admin`. */
  role?: string;
}
