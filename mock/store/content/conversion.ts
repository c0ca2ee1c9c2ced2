import type {Done, DueHandler, View} from '../../operation.ts';
import type {Effect} from '../../world/change.ts';
import {fileSource} from './file-source.ts';
import type {Conversion, ConversionState, Extension, Issue} from './issue.ts';

/** The conversion status of a new file: the conversion starts at once, and with a freedom it also ends at once. */
export function newConversion(view: View, url: string, extension: Extension): Conversion {
  const {outcome, isSlow} = fileSource(url, extension);
  const takes = view.number(isSlow ? 'content.slow_conversion_ms' : 'content.conversion_ms');
  const isOver = view.freedom('content.converts') === 'at_once';
  return {state: isOver ? outcome : 'converting', outcome, takes};
}

/** The due event at which a running conversion ends. */
export function whenConverted(view: View, {key, conversion}: Issue): Effect[] {
  if (conversion?.state !== 'converting') return [];
  return [{effect: 'due', at: view.now + conversion.takes, event: 'conversion-ends', key}];
}

/** Due event: a running conversion ends. One that was deferred starts again later. */
export const conversionEnds: DueHandler = (view, key) => {
  const issue = view.anywhere<Issue>('issues', key);
  if (issue?.conversion?.state !== 'converting') return {};
  return {changes: [{table: 'issues', put: inState(issue, issue.conversion.outcome)}]};
};

/** An issue with another conversion status. */
const inState = (issue: Issue, state: ConversionState): Issue =>
  issue.conversion ? {...issue, conversion: {...issue.conversion, state}} : issue;

/** The success of a hook that changes the conversion status of an issue. */
export function conversionMoved(view: View, issue: Issue, state: 'converting' | 'deferred'): Done {
  const put = inState(issue, state);
  return {
    situation: 'conversion-moved',
    body: {},
    changes: [{table: 'issues', put}],
    effects: whenConverted(view, put),
  };
}
