import type {ControlVerb} from '../../spec/control.ts';
import type {Profile} from '../../spec/profile.ts';
import type {Rank} from '../../spec/ranks.ts';
import type {Api} from '../../spec/rule.ts';
import type {Verdict} from '../../spec/run-record.ts';
import type {Role} from '../../spec/step.ts';
import type {Proxies} from './proxies.ts';
import type {OauthClient} from './oauth-client.ts';
import type {Spending} from './target.ts';

/** A hook of a deployment does what the APIs cannot. Its input is JSON, its output too. */
export type Hook = CommandHook | HttpHook;

/** A hook that is a program with its arguments. */
export interface CommandHook {
  command: string[];
  /** The folder in which it runs; absent: that of the process. */
  folder?: string;
}

/** A hook that is an HTTP call: a POST to `url`, with `token` as bearer token. */
export interface HttpHook {
  url: string;
  token?: string;
}

/** A rule that the configuration expects to end with another verdict than `passed`. */
export interface Expectation {
  rule: string;
  verdict: Verdict;
  reason: string;
  /** Last day on which the row is accepted, YYYY-MM-DD. */
  until: string;
}

/** The credentials of each role: a secret, or a client with which access tokens are fetched. */
export type Credentials = Partial<Record<Role, (string | OauthClient)[]>>;

/** Vendor, product, version and build of a deployment, as its configuration names them. */
export type Described = Partial<Record<'vendor' | 'product' | 'version' | 'build', string>>;

/** A deployment under test, as its configuration file describes it. */
export interface Config {
  name: string;
  /** What a certificate names: who made the deployment, and what it is. */
  described?: Described;
  /** The features that it does not have, by their names in `spec/features.ts`. */
  absentFeatures?: readonly string[];
  /** The lines that say so, by feature: `features.plans: absent, FILE:LINE`, or `choices.NS-ST-68: not served`. */
  absenceLines?: Readonly<Record<string, string>>;
  /** `FILE:LINE` of the field at a JSON Pointer; absent if there is no file. */
  lineOf?: (pointer: string) => string;
  bases: Partial<Record<Api, string>>;
  profiles: Record<Api, Profile>;
  credentials: Credentials;
  /** The environment variables that the file names, by the secret in them. */
  variables?: ReadonlyMap<string, string>;
  samples: Record<string, unknown>;
  /** Runs of one tool on one publication that the deployment allows a day; absent: not told. */
  toolLimit?: number;
  /** Choices of the profiles that change nothing, each in a sentence. */
  unread?: readonly string[];
  /** What the file allows a run to do; absent: only reads, or everything on this machine. */
  spend?: Spending[];
  /**
   * APIs whose tenants never share an id: a request that names a foreign id cannot change anybody's
   * resource.
   */
  uniqueIds: Api[];
  /** Seconds that an `advance` step may wait. */
  maxWait: number;
  /** Milliseconds that the deployment has for one response. */
  timeout: number;
  /** The proxies that the environment names; absent if nothing is sent through one. */
  proxies?: Proxies;
  hooks: Partial<Record<ControlVerb, Hook>>;
  /** Path of the file that keeps what hooks have to give back; absent: it is forgotten. */
  undoFile?: string;
  /** Path of the folder that keeps what runs created; absent: it is forgotten. */
  creationsFolder?: string;
  /** The share of each rank of pairs, in percent, that a run of the whole catalogue has to try; absent: any. */
  mustTry?: Partial<Record<Rank, number>>;
  /** Whether requests are sent in the forms alone that the documents show. */
  onlyDocumentedForms?: boolean;
  expected: Expectation[];
}
