import {READING_COUNTERS} from './reading-counters.ts';
import type {Json} from './json.ts';

/** The argument with which a call of a verb undoes earlier calls. */
export type UndoArgument =
  /** Always the same value. */
  | {arg: string; value: Json}
  /** The value of this member in the response to a call without the argument. */
  | {arg: string; responseMember: string};

/** The effect of a control verb, its arguments and its response. */
export interface VerbDescription {
  does: string;
  /** The meaning of the arguments, by name. */
  args: Record<string, string>;
  /** Names of optional arguments; every other one is required. */
  optional?: readonly string[];
  /** Members of the JSON response; absent when the response is ignored. */
  response?: string;
  /** For a verb that takes something away: how to undo it. */
  undo?: UndoArgument;
  /** Whether the service may send a mail to a person. */
  mails?: true;
  /** What the run may change after the call: the kind of resource, and the member of the response with its id. */
  makes?: {kind: string; responseMember: string};
}

const WORKSPACE_ROLE = 'a role of the configuration: its workspace is meant';
const STORE_ROLE = 'a role of the configuration: its store is meant';
/** Describes the counters of a reading session as arguments; the first is in seconds. */
const counterArgs = (often: string, seconds: string): Record<string, string> =>
  Object.fromEntries(
    READING_COUNTERS.map((name) => [name, name === 'seconds_reading' ? seconds : often]),
  );
const ORDER = 'the id';
const TOKEN_ID = 'what `generate-token` or `regenerate-token` answered';
const ACCESS_TOKEN_ID = 'what `issue-token` answered';

/**
 * Actions that a target can perform and the APIs cannot. The mock's control plane performs all of them. A deployment's
 * configuration may specify a hook (a command or an HTTP call) for any of them. A hook receives the verb and its
 * arguments as JSON.
 */
export const CONTROL_VERBS = {
  'leave-places': {
    does: 'leaves `places` registrations in the remaining publication allowance',
    args: {
      role: WORKSPACE_ROLE,
      places:
        'from 0, also more than the plan allows (a total that the usage shows may stay as it is); ' +
        'null: as many as were left before the first call',
    },
    undo: {arg: 'places', value: null},
  },
  'leave-runs': {
    does: 'counts so many metered runs as started just now that `runs` are left under the daily ceiling',
    args: {
      role: WORKSPACE_ROLE,
      runs: 'from 0; null: undoes earlier calls',
    },
    undo: {arg: 'runs', value: null},
  },
  'leave-reads': {
    does:
      'sets the counter so that `reads` reads are left today: that of the daily quota of the token ' +
      '(2,000) or of its store (5,000)',
    args: {
      role: 'a role of the configuration: its token, or the store of its token, is meant',
      of: '`token` or `store`',
      reads: 'from 0; null: undoes earlier calls',
    },
    undo: {arg: 'reads', value: null},
  },
  'end-runs': {
    does: 'makes the next runs end as the list `as` says, one after the other',
    args: {
      role: WORKSPACE_ROLE,
      as: 'a list of `succeeded`, `failed`, `rejected`; an empty list: they end by themselves',
    },
    undo: {arg: 'as', value: []},
  },
  'withhold-downloads': {
    does: 'makes storage unable to issue download links',
    args: {role: WORKSPACE_ROLE, withheld: 'true; false: able again'},
    optional: ['withheld'],
    undo: {arg: 'withheld', value: false},
  },
  'unresolve-plan': {
    does: 'makes the plan unresolvable',
    args: {role: WORKSPACE_ROLE, unresolved: 'true; false: resolvable again'},
    optional: ['unresolved'],
    undo: {arg: 'unresolved', value: false},
  },
  'set-plan': {
    does: 'puts the workspace on `plan`',
    args: {
      role: WORKSPACE_ROLE,
      plan: 'one of the plans that a call without it answers; without it nothing changes',
    },
    optional: ['plan'],
    response:
      '`plans`: a list of at least two plans with different allowances; `plan`: the present one',
    undo: {arg: 'plan', responseMember: 'plan'},
  },
  'seed-publications': {
    does: 'adds `count` registered publications, without spending the allowance',
    args: {role: WORKSPACE_ROLE, count: 'from 1'},
    response: '`publications`: their ids',
  },
  'seed-empty-publication': {
    does: 'adds a publication whose file does not exist yet',
    args: {role: WORKSPACE_ROLE},
    response: '`publications`: a list of its id',
  },
  'push-mirrors': {
    does: 'pushes the original and the modified version of a publication to the reader store',
    args: {role: WORKSPACE_ROLE, publication: 'its id'},
  },
  'configure-reader': {
    does: 'switches the integration with the reader store off or on',
    args: {role: WORKSPACE_ROLE, configured: 'false; true: on again'},
    undo: {arg: 'configured', value: true},
  },
  'mint-key': {
    does: 'mints a workspace key with default abilities',
    args: {role: WORKSPACE_ROLE},
    response: '`key`',
  },
  'issue-token': {
    does: 'issues an OAuth access token with the scope `mcp:use`',
    args: {role: WORKSPACE_ROLE},
    response: '`token`, `id`',
  },
  'expire-token': {does: 'makes an access token expire now', args: {id: ACCESS_TOKEN_ID}},
  'revoke-token': {does: 'revokes an access token', args: {id: ACCESS_TOKEN_ID}},
  'sign-in': {
    does: 'signs a user of the store in',
    args: {role: STORE_ROLE, user: 'the id', type: '`web` or `mobile`; default: `web`'},
    optional: ['type'],
    response: '`session`: its id',
    makes: {kind: 'auth-session', responseMember: 'session'},
  },
  'is-signed-in': {
    does: 'tells whether the browser or app of a session is signed in still',
    args: {role: STORE_ROLE, session: 'what `sign-in` answered'},
    response: '`alive`: true or false',
  },
  'try-login': {
    does: 'tries to log a user of the store in',
    args: {role: STORE_ROLE, user: 'the id', password: 'the password'},
    optional: ['password'],
    response: '`admitted`: true or false',
  },
  'generate-token': {
    does: 'generates a token for another admin of the store',
    args: {role: STORE_ROLE},
    response: '`token`, `id`',
  },
  'regenerate-token': {
    does: 'regenerates a token',
    args: {role: STORE_ROLE, id: TOKEN_ID},
    response: '`token`, `id`',
  },
  'delete-token': {does: 'deletes a token', args: {role: STORE_ROLE, id: TOKEN_ID}},
  'complete-payment': {
    does:
      'does what the buyer of a pending sale order does at its checkout, and answers when the order ' +
      'has moved; an order that has left its checkout stays as it is',
    args: {
      role: STORE_ROLE,
      order: ORDER,
      outcome:
        '`approved`: the buyer pays; `declined`: the gateway declines; `pending`: the buyer leaves ' +
        'with a payment that is not decided; default: `approved`',
    },
    optional: ['outcome'],
    response:
      '`redirect`: the whole address to which the buyer is sent, null where there is none; ' +
      '`order_status`: the status of the order',
    mails: true,
  },
  'approve-late': {
    does: 'lets the money of a pending sale order arrive without the buyer',
    args: {role: STORE_ROLE, order: ORDER},
    response: '`order_status`: the status of the order',
    mails: true,
  },
  'leave-checkout': {
    does: 'lets the buyer of a pending sale order leave its checkout without an attempt to pay',
    args: {role: STORE_ROLE, order: ORDER},
    response:
      '`redirect`: the whole address to which the buyer is sent, null where there is none; ' +
      '`order_status`: the status of the order',
  },
  'open-checkout': {
    does: 'opens the checkout URL of an order as the browser of the buyer would',
    args: {role: STORE_ROLE, url: 'the whole URL'},
    response: '`opens`: true where the order can be paid there, false otherwise',
  },
  'payment-records': {
    does: 'lists the payment records of an order; declined attempts are none',
    args: {role: STORE_ROLE, order: ORDER},
    response: '`payments`: a list',
  },
  'which-gateway': {
    does: 'tells which kind of gateway takes the payment of an order',
    args: {role: STORE_ROLE, order: ORDER},
    response:
      '`gateway`: `global card gateway`, `regional wallet gateway`, ' +
      '`regional gateway reached through the wallet gateway` or `local Colombian gateway`',
  },
  'read-mail': {
    does: 'lists the mails about orders that the store has sent to an address',
    args: {
      role: STORE_ROLE,
      to: 'the address',
      kind: '`order-reported` or `sale-approved`; default: both',
      wait_ms: 'milliseconds, up to 30000, to wait while there is none; default: 0',
    },
    optional: ['kind', 'wait_ms'],
    response:
      '`mails`: a list of `id`, `to`, `kind`, `order` (the id), `subject`, `at` and `links`, oldest first',
  },
  'switch-mails': {
    does: 'switches mails about orders off or on in the notification settings of the store',
    args: {role: STORE_ROLE, on: 'false; true: on again', of: '`report`, `sale` or `all`'},
    undo: {arg: 'on', value: true},
  },
  'may-this-user-read': {
    does: 'tells whether a user of the store may read a product now',
    args: {
      role: STORE_ROLE,
      user: 'the id, or the id that orders show',
      product: 'the id that orders show',
      type: '`content` or `subscription`; default: `content`',
    },
    optional: ['type'],
    response: '`may`: true or false',
  },
  'catalog-entry': {
    does: 'shows what the catalog of the store has of a title',
    args: {role: STORE_ROLE, product: 'the id that orders show'},
    response:
      '`name`; `kind`: `External link` for one that an order has made; `url`: where that leads, null for ' +
      'other kinds; `storefront`: whether it is shown there',
  },
  'seed-collection': {
    does: 'adds a collection of titles to the store',
    args: {role: STORE_ROLE},
    response: '`collection`: its name',
  },
  'switch-content': {
    does: 'switches the content feature of the store off or on',
    args: {role: STORE_ROLE, on: 'false; true: on again'},
    undo: {arg: 'on', value: true},
  },
  'switch-physical': {
    does: 'disables or enables the sale of physical books in the store',
    args: {role: STORE_ROLE, on: 'false; true: enabled again'},
    undo: {arg: 'on', value: true},
  },
  'defer-conversion': {
    does: 'lets the conversion of content that is under way wait (the filter `deferred`)',
    args: {role: STORE_ROLE, issue: 'the id'},
  },
  'resume-conversion': {
    does: 'lets a conversion that waits begin',
    args: {role: STORE_ROLE, issue: 'the id'},
  },
  'list-subscriptions': {
    does: 'lists the subscriptions that a user of the store has now',
    args: {role: STORE_ROLE, user: 'the id'},
    response:
      '`subscriptions`: a list of `plan` (the id), `last_day` (YYYY-MM-DD, null where it renews) and ' +
      '`name` (under which the user has it)',
  },
  'switch-consumption': {
    does: 'takes the feature of reading sessions from the store, or gives it',
    args: {role: STORE_ROLE, on: 'false; true: on again'},
    undo: {arg: 'on', value: true},
  },
  'record-reading': {
    does:
      'records one session in which somebody has read a content: the list shows it with what the ' +
      'arguments say',
    args: {
      role: STORE_ROLE,
      issue: 'the id of the content, as orders name it',
      user: 'the id of the user; without it a guest has read',
      client_type: '`app` or `browser`; default: `browser`',
      device_os: '`iOS`, `Android`, `Windows`, `Mac`, `Linux` or `Unknown`; default: any',
      access_mode:
        '`online`, processed as it occurred; or `offline`, read from downloaded content and synced now; ' +
        'default: `online`',
      reason_type: 'one of the fourteen of the document; default: one that is about no plan',
      reason_value: 'the id of the plan, where `reason_type` is about one; default: null',
      started_at:
        'the instant of the beginning, as ISO 8601; default: now, or an hour ago if offline',
      ...counterArgs('how often; default: 0', 'seconds; default: 0'),
    },
    optional: [
      'user',
      'client_type',
      'device_os',
      'access_mode',
      'reason_type',
      'reason_value',
      'started_at',
      ...READING_COUNTERS,
    ],
    response: '`uuid`: that of the session',
  },
  'continue-reading': {
    does: 'lets the reader of a session go on in it: each counter rises by what its argument says',
    args: {
      role: STORE_ROLE,
      uuid: 'what `record-reading` answered',
      ...counterArgs('how often; default: 0', 'seconds; default: 0'),
    },
    optional: READING_COUNTERS,
  },
  'generate-reading': {
    does: 'adds reading sessions of users and guests, of any contents and reasons, evenly over a period',
    args: {
      role: STORE_ROLE,
      sessions: 'how many, from 1',
      from: 'the first day, as YYYY-MM-DD',
      to: 'the last day, as YYYY-MM-DD',
    },
  },
  advance: {
    does:
      'moves the clock of the deployment on, with everything that follows it: limits, links, ' +
      'tokens, allowances, and the runs that are under way',
    args: {ms: 'milliseconds, from 0'},
  },
  reset: {
    does: 'puts the deployment into its initial state; its credentials stay as they are',
    args: {},
  },
} as const satisfies Record<string, VerbDescription>;

export type ControlVerb = keyof typeof CONTROL_VERBS;

/** The same verbs by name, for code that handles any verb. */
export const describedVerb = (verb: ControlVerb): VerbDescription => CONTROL_VERBS[verb];
