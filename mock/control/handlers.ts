import {accessTokenOperations} from './access-tokens.ts';
import {clockOperations} from './clock.ts';
import {checkoutHooks} from './checkout.ts';
import {contentHooks} from './content.ts';
import {freedomOperations} from './freedoms.ts';
import {faultOperations} from './faults.ts';
import type {Handler} from './handler.ts';
import {hookOperations} from './hooks.ts';
import {journalOperations} from './journal.ts';
import {keyOperations} from './keys.ts';
import {loginOperations} from './logins.ts';
import {limitOperations} from './limits.ts';
import {numberOperations} from './numbers.ts';
import {oauthClientOperations} from './oauth-clients.ts';
import {outboxHooks, outboxOperations} from './outbox.ts';
import {readerHooks} from './readers.ts';
import {readingHooks} from './reading.ts';
import {readsOperations} from './reads.ts';
import {resetOperations} from './reset.ts';
import {ruleOperations} from './rules.ts';
import {seedOperations} from './seed.ts';
import {plantOperations} from './seeds.ts';
import {sendOperations} from './send.ts';
import {snapshotOperations} from './snapshot.ts';
import {subscriptionHooks} from './subscriptions.ts';
import {tableOperations} from './tables.ts';
import {tokenOperations} from './tokens.ts';
import {workspaceOperations} from './workspaces.ts';
import {workspaceHooks} from './workspace-hooks.ts';
import {worldOperations} from './worlds.ts';

const operations: Record<string, Handler> = {
  ...worldOperations,
  ...resetOperations,
  ...snapshotOperations,
  ...plantOperations,
  ...clockOperations,
  ...keyOperations,
  ...tokenOperations,
  ...accessTokenOperations,
  ...oauthClientOperations,
  ...workspaceOperations,
  ...numberOperations,
  ...freedomOperations,
  ...seedOperations,
  ...faultOperations,
  ...readsOperations,
  ...loginOperations,
  ...journalOperations,
  ...outboxOperations,
  ...limitOperations,
  ...tableOperations,
  ...ruleOperations,
  ...sendOperations,
};

/** The handler of each operation of the control plane, by operationId. */
export const handlers: Record<string, Handler> = {
  ...operations,
  ...hookOperations({
    ...operations,
    ...subscriptionHooks,
    ...workspaceHooks,
    ...checkoutHooks,
    ...outboxHooks,
    ...readerHooks,
    ...contentHooks,
    ...readingHooks,
  }),
};
