import {defined} from '../../../spec/defined.ts';
import {refuse, type Done, type Refused, type Transition, type View} from '../../operation.ts';
import type {StoreRow} from '../access/rows.ts';
import {conversionMoved} from './conversion.ts';
import {issueByAnyId} from './find-issue.ts';
import type {Issue} from './issue.ts';

/** The arguments of a hook that switches a feature of a store. */
export interface FeatureSwitch {
  on: boolean;
}

/** The arguments of a hook about one issue. */
export interface IssueCall {
  /** The id, or the external_id. */
  issue: number | string;
}

const storeWith = (view: View, members: Partial<StoreRow>): Done => {
  const store = defined(view.find<StoreRow>('stores', view.tenant), 'the store');
  return {
    situation: 'feature-switched',
    body: {},
    changes: [{table: 'stores', put: {...store, ...members}}],
  };
};

/** Enables or disables the content feature of a store. */
export const switchContent: Transition = (view, {body}) =>
  storeWith(view, {content_off: !(body as FeatureSwitch).on});

/** Enables or disables the sale of physical books in a store. */
export const switchPhysical: Transition = (view, {body}) =>
  storeWith(view, {physical_off: !(body as FeatureSwitch).on});

/** Defers the conversion of an issue. A finished conversion is not affected. */
export const deferConversion: Transition = (view, {body}) =>
  withIssue(view, body as IssueCall, (issue) =>
    issue.conversion?.state === 'converting'
      ? conversionMoved(view, issue, 'deferred')
      : conversionUnmoved(),
  );

/** Starts a deferred conversion. */
export const resumeConversion: Transition = (view, {body}) =>
  withIssue(view, body as IssueCall, (issue) =>
    issue.conversion?.state === 'deferred'
      ? conversionMoved(view, issue, 'converting')
      : conversionUnmoved(),
  );

const conversionUnmoved = (): Done => ({situation: 'conversion-moved', body: {}});

function withIssue(
  view: View,
  {issue: id}: IssueCall,
  act: (issue: Issue) => Done,
): Done | Refused {
  const issue = issueByAnyId(view, String(id));
  if (issue) return act(issue);
  return refuse('issue-not-found', {
    expected: 'content of this store',
    got: `no content ${id}`,
    todo: 'use an id that a response of this store shows',
  });
}
