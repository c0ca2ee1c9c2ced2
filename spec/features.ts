import type {Api, OpenId} from './rule.ts';
import type {Role} from './step.ts';

/** Something that a deployment may not have. */
export interface Feature {
  api: Api;
  /** What it is, as a certificate names it: "certified without the MCP server". */
  name: string;
  /**
   * The sentence that leaves it to the deployment. Without one the document demands the feature, and a certificate names
   * its absence.
   */
  optional?: {section: string; sentence: string};
  /** The choices of a profile that say that it is absent; several at one point as `choicesAt` reads them. */
  choices?: Record<OpenId, string>;
  /** Roles of credentials that only a deployment with the feature has. */
  roles?: readonly Role[];
  /** Set for the interface of the MCP server. */
  isMcp?: true;
  /** The operation that reads it, and shows that it is there. */
  showingRead?: string;
}

/** The features that a configuration may declare absent (`features: {plans: absent}`), by name. */
export const FEATURES: Readonly<Record<string, Feature>> = {
  'limited-admins': {
    api: 'store',
    name: 'admins with limited permissions',
    optional: {
      section: 'Authentication 5',
      sentence: 'Token lifetime and scoping rules: not shown.',
    },
    roles: ['limited-admin'],
  },
  'reading-sessions': {
    api: 'store',
    name: 'reading sessions',
    optional: {
      section: 'Endpoints / Reading sessions',
      sentence: '403 when the feature is disabled for the store (it is not on every plan).',
    },
    choices: {'NS-ST-22': 'consumption-disabled'},
    showingRead: 'listReadingSessions',
  },
  plans: {
    api: 'store',
    name: 'plans',
    optional: {
      section: 'Endpoints / Plans',
      sentence: 'An older description marks the plan endpoints as unreleased.',
    },
    choices: {'NS-ST-68': 'not served'},
    showingRead: 'listPlans',
  },
  'plan-deletion': {
    api: 'store',
    name: 'the deletion of plans',
    choices: {'NS-ST-67': 'not served'},
  },
  content: {
    api: 'store',
    name: 'content',
    optional: {
      section: 'Errors',
      sentence: '403: consumption sessions disabled for the store; content feature not enabled.',
    },
    choices: {'NS-ST-98': 'not enabled'},
    showingRead: 'listIssues',
  },
  'content-reads': {
    api: 'store',
    name: 'reads of content',
    optional: {
      section: 'Versioning 2',
      sentence: 'The GET content endpoint is announced for deprecation on 31 December 2025.',
    },
    choices: {'NS-ST-77': 'not served, list not served'},
    showingRead: 'listIssues',
  },
  'physical-books': {
    api: 'store',
    name: 'physical books',
    optional: {
      section: 'Endpoints / Content (v1)',
      sentence:
        'Selling physical books requires enablement by the service operator; otherwise 403.',
    },
    choices: {'NS-ST-99': 'not enabled'},
  },
  v3: {
    api: 'store',
    name: 'the v3 API',
    optional: {
      section: 'What the service does, rule 4',
      sentence: 'Reading permissions and the v3 interfaces: not shown.',
    },
    choices: {'NS-ST-80': 'not served'},
  },
  'several-stores': {api: 'store', name: 'a second store', roles: ['second-store']},
  'several-workspaces': {
    api: 'workspace',
    name: 'a second workspace',
    roles: ['second-workspace', 'second-agent'],
  },
  mcp: {
    api: 'workspace',
    name: 'the MCP server',
    roles: ['agent', 'second-agent', 'scopeless-agent'],
    isMcp: true,
  },
};

/** A feature that the configuration of a run declares absent, or that its profile says to be. */
export interface AbsentFeature {
  /** Its name in the configuration. */
  feature: string;
  /** What it is, in words. */
  name: string;
  /** Whether the document leaves it to the deployment. */
  isOptional: boolean;
  /** A request of the run that it answered all the same, with the status: `listPlans: 200`. */
  shownBy?: string;
}

/** The choices that the absence of some features means for the profile of an API. */
export const choicesOfAbsent = (absent: readonly string[], api: Api): Record<OpenId, string> =>
  Object.assign(
    {},
    ...absent.flatMap((name) => {
      const feature = FEATURES[name];
      return feature?.api === api && feature.choices ? [feature.choices] : [];
    }),
  );
