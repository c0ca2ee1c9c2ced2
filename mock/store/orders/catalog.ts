import type {View} from '../../operation.ts';
import {issueByAnyId} from '../content/find-issue.ts';
import {BLANK, EXTERNAL_LINK, FIRST_ISSUE_ID, type Issue} from '../content/issue.ts';
import {planById} from '../plans/find-plan.ts';
import type {ProductType} from './order.ts';

/** A product that can be ordered: its key and its name. */
export interface FoundProduct {
  key: string;
  name: string;
}

/** Finds a title of the catalog by external id, or else by id (NS-ST-34). */
export const titleById = (view: View, id: string): Issue | undefined =>
  view.by<Issue>('issues', 'external_id', id) ?? issueByAnyId(view, id);

/** Finds the product that an order names; undefined when this store does not have it. */
export function productById(view: View, type: ProductType, id: string): FoundProduct | undefined {
  if (type === 'content') return titleById(view, id);
  return planById(view, id);
}

/** A title that an order creates: it has an external link, and no storefront shows it (Create rule 3). */
export function newExternalLink(
  view: View,
  {id: externalId, name, url}: {id: string; name: string; url: string},
): Issue {
  const id = FIRST_ISSUE_ID + view.newNumber('issue');
  return {
    ...BLANK,
    key: String(id),
    tenant: view.tenant,
    seq: view.newSeq(),
    id,
    external_id: externalId,
    kind: EXTERNAL_LINK,
    name,
    file_url: url,
    storefront: false,
    created: view.now,
    updated: view.now,
  };
}
