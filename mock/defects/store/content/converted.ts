import type {Defect, Seam} from '../../../defect.ts';
import type {Issue} from '../../../store/content/issue.ts';
import {afterwards} from '../../breaking.ts';
import {CREATE, storing} from './changed-issues.ts';
import {listing} from './listed-issues.ts';
import {shown} from '../../families/seams.ts';
import {defects} from '../../table.ts';

/** Lets the conversion of an uploaded file never end. */
const unending = (is: (issue: Issue) => boolean): Seam =>
  afterwards(CREATE, (done) => {
    const isIt = (done.changes ?? []).some((change) => 'put' in change && is(change.put as Issue));
    return isIt ? {...done, effects: []} : done;
  });

/** Defects of conversions in the background, and of the filters by conversion status. */
export const converted: Defect[] = defects({
  'store.content.conversion-ends-done': {
    'no conversion ends': unending(() => true),
    'the conversion of an mp3 never ends': unending(({extension}) => extension === 'mp3'),
    'a conversion fails': storing(CREATE, ({conversion}) => ({
      conversion: conversion && {...conversion, outcome: 'failed'},
    })),
  },
  'store.content.conversion-status-is-one-of-two': {
    'a conversion is queued': shown('created', '/data/issue/conversion_status', 'queued', {
      in: CREATE,
    }),
  },
  'store.content.converting-lists-what-is-converted @ while it is converted': {
    'nothing is converted': filtering('converting', () => false),
    'only what is free is converted': filtering('converting', ({free}) => free),
  },
  'store.content.converting-lists-what-is-converted @ once it is done': {
    'everything is converted': filtering('converting', () => true),
    'what was done last is converted': filtering(
      'converting',
      ({conversion}) => conversion?.state === 'converting' || conversion?.state === 'done',
    ),
  },
  'store.content.deferred-lists-what-waits @ once it is done': {
    'everything waits': filtering('deferred', () => true),
    'the oldest issue of the store waits for ever': listing((isFound, {seq}, query, view) => {
      const [oldest] = view.oldest<Issue>('issues', {limit: 1});
      return isFound || (query === 'deferred' && oldest?.seq === seq);
    }),
  },
  'store.content.deferred-lists-what-waits @ while it waits': {
    'nothing waits': filtering('deferred', () => false),
    'what is done waits, too': filtering(
      'deferred',
      ({conversion}) => conversion?.state === 'deferred' || conversion?.state === 'done',
    ),
  },
  'store.content.deferred-lists-what-waits @ when it goes on': {
    'what went on waits still': filtering(
      'deferred',
      ({conversion}) => conversion?.state !== 'converting',
    ),
  },
});

/** Lets a filter by conversion status list other issues. */
function filtering(filter: string, is: (issue: Issue) => boolean): Seam {
  return listing((isFound, issue, query) => (query === filter ? is(issue) : isFound));
}
