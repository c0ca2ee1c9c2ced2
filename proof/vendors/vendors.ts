import type {RuleId} from '../../spec/rule.ts';
import type {Adapter} from '../relabel/adapter.ts';
import {collating} from './collation.ts';
import {safeFileNames} from './file-names.ts';
import {
  ASP_NET,
  documentedFormsOnly,
  firewall,
  SPRING,
  webApplicationFirewall,
} from './firewall.ts';
import {refusingOldPasswords} from './passwords.ts';
import {normalizedEmail, normalizedText, rewriting, strictEmail} from './texts.ts';

/** A deployment of another vendor: it obeys the documents in its own way, which is common. */
export interface Vendor {
  /** Makes the adapter that turns the mock into this deployment. */
  made: () => Adapter;
  /** The chapters whose checks see a difference, with their API. */
  chapters: readonly string[];
  /** The rules that cannot be decided there. */
  hides?: readonly RuleId[];
}

const USERS = ['store.users'];
const FILES = ['workspace.uploads', 'workspace.downloads', 'workspace.publications'];

const LOGS_OUT = 'store.users.force-logout-takes-the-external-id';

/** The deployments of other vendors, by their behaviour. */
export const VENDORS: Record<string, Vendor> = {
  'a strict firewall of Spring': {
    made: () => firewall(SPRING),
    chapters: USERS,
    hides: [LOGS_OUT],
  },
  'the request validation of ASP.NET': {
    made: () => firewall(ASP_NET),
    chapters: USERS,
    hides: [LOGS_OUT],
  },
  'a web application firewall': {
    made: () => webApplicationFirewall,
    chapters: [...USERS, ...FILES],
    hides: [LOGS_OUT, 'store.users.unknown-is-not-found'],
  },
  'a gateway that takes documented forms only': {
    made: () => documentedFormsOnly,
    chapters: [...USERS, ...FILES],
  },
  'normalized texts': {
    made: () => rewriting({email: normalizedEmail, externalId: normalizedText}),
    chapters: USERS,
  },
  'a strict validator of addresses': {
    made: () => rewriting({email: strictEmail}),
    chapters: USERS,
  },
  'passwords that have to be new': {made: refusingOldPasswords, chapters: USERS},
  'a collation without case and accents': {made: collating, chapters: USERS},
  'file names of safe signs': {made: () => safeFileNames, chapters: FILES},
};
