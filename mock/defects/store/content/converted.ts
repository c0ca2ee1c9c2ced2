import type {Defect, Seam} from '../../../defect.ts';
import type {Issue} from '../../../store/content/issue.ts';
import {afterwards, atPlace, breaking} from '../../breaking.ts';
import {CREATE, storing} from './changed-issues.ts';
import {listing} from './listed-issues.ts';

/** Lets the conversion of an uploaded file never end. */
const unending = (is: (issue: Issue) => boolean): Seam =>
  afterwards(CREATE, (done) => {
    const isIt = (done.changes ?? []).some((change) => 'put' in change && is(change.put as Issue));
    return isIt ? {...done, effects: []} : done;
  });

/** Defects of conversions in the background, and of the filters by conversion status. */
export const converted: Defect[] = [
  ...breaking('store.content.conversion-ends-done', {
    'no conversion ends': unending(() => true),
    'the conversion of an mp3 never ends': unending(({extension}) => extension === 'mp3'),
    'a conversion fails': storing(CREATE, ({conversion}) => ({
      conversion: conversion && {...conversion, outcome: 'failed'},
    })),
  }),
  ...breaking('store.content.conversion-status-is-one-of-two', {
    'a conversion is queued': {
      seam: 'member',
      situation: 'created',
      in: CREATE,
      pointer: '/data/issue/conversion_status',
      edit: {set: 'queued'},
    },
  }),
  ...atPlace(
    'while it is converted',
    breaking('store.content.converting-lists-what-is-converted', {
      'nothing is converted': filtering('converting', () => false),
      'only what is free is converted': filtering('converting', ({free}) => free),
    }),
  ),
  ...atPlace(
    'once it is done',
    breaking('store.content.converting-lists-what-is-converted', {
      'everything is converted': filtering('converting', () => true),
      'what was done last is converted': filtering(
        'converting',
        ({conversion}) => conversion?.state === 'converting' || conversion?.state === 'done',
      ),
    }),
  ),
  ...atPlace(
    'once it is done',
    breaking('store.content.deferred-lists-what-waits', {
      'everything waits': filtering('deferred', () => true),
      'the oldest issue of the store waits for ever': listing((isFound, {seq}, query, view) => {
        const [oldest] = view.oldest<Issue>('issues', {limit: 1});
        return isFound || (query === 'deferred' && oldest?.seq === seq);
      }),
    }),
  ),
  ...atPlace(
    'while it waits',
    breaking('store.content.deferred-lists-what-waits', {
      'nothing waits': filtering('deferred', () => false),
      'what is done waits, too': filtering(
        'deferred',
        ({conversion}) => conversion?.state === 'deferred' || conversion?.state === 'done',
      ),
    }),
  ),
  ...atPlace(
    'when it goes on',
    breaking('store.content.deferred-lists-what-waits', {
      'what went on waits still': filtering(
        'deferred',
        ({conversion}) => conversion?.state !== 'converting',
      ),
    }),
  ),
];

/** Lets a filter by conversion status list other issues. */
function filtering(filter: string, is: (issue: Issue) => boolean): Seam {
  return listing((isFound, issue, query) => (query === filter ? is(issue) : isFound));
}
