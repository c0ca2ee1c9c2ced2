import {addDays} from '../../../../spec/days.ts';
import type {Defect, Seam} from '../../../defect.ts';
import {Page, refuse, type Input} from '../../../operation.ts';
import {REASON_TYPES} from '../../../store/reading/reading-session.ts';
import {around, atPlace, breaking, receiving, seeing} from '../../breaking.ts';
import {linkWithout} from '../../link-without.ts';
import {
  has,
  LIST,
  paging,
  pagingWithMemory,
  showingOnly,
  without,
  type ShownSession,
} from './shown-sessions.ts';

/** Responds to some requests with a server error. */
const breakingDown = (when: (query: Input['query']) => boolean): Seam =>
  around(LIST, (next) => (view, input) => {
    if (when(input.query)) throw new Error('a defect breaks this request');
    return next(view, input);
  });

/** Refuses some requests. */
const refusing = (when: (query: Input['query']) => boolean): Seam =>
  around(
    LIST,
    (next) => (view, input) =>
      when(input.query)
        ? refuse('filter-refused', {expected: 'another filter', got: 'this', todo: 'none'})
        : next(view, input),
  );

/** Ignores a filter that is not valid alone, instead of refusing it. */
const ignoringAlone = (name: string, beside: string): Seam =>
  without([name], (query) => has(query, name) && !has(query, beside));

/** Does not check the keyword of a parameter, and ignores invalid values. */
const unchecked = (name: string, keyword: string, isRight: (value: string) => boolean): Seam => ({
  seam: 'several',
  seams: [
    {seam: 'schema', in: 'listReadingSessions', pointer: `query/${name}`, keyword},
    without(
      [name, ...(name.endsWith('_date') ? ['from_date', 'to_date'] : [])],
      (query) => has(query, name) && !isRight(query[name] ?? ''),
    ),
  ],
});

const isDay = (value: string): boolean =>
  /^\d{4}-(0\d|1[0-2])-[0-3]\d$/.test(value) && !value.endsWith('02-30');

/** Changes a day of a period. */
const otherDays = (other: (query: Input['query']) => {[name: string]: string}): Seam =>
  receiving(LIST, ({query}) =>
    has(query, 'from_date', 'to_date') ? {query: {...query, ...other(query)}} : {},
  );

/** Defects of the list and its filters. */
export const lists: Defect[] = [
  ...atPlace(
    'where the feature is switched on',
    breaking('store.reading.list-answers-200', {
      'the list is refused though the store has the feature': around(
        LIST,
        () => () =>
          refuse('consumption-disabled', {expected: 'another plan', got: 'this', todo: 'none'}),
      ),
    }),
  ),
  ...breaking('store.reading.needs-no-parameter', {
    'a period alone is refused': refusing(
      (query) => has(query, 'from_date') && Object.keys(query).length === 2,
    ),
    'a reason needs a content': refusing(
      (query) => has(query, 'reason_type') && !has(query, 'issue_id') && !has(query, 'user_id'),
    ),
  }),
  ...breaking('store.reading.issue-id-filters', {
    'every session is found': without(['issue_id']),
    'sessions of the next content are found': receiving(LIST, ({query}) =>
      has(query, 'issue_id')
        ? {query: {...query, issue_id: String(Number(query['issue_id']) + 1)}}
        : {},
    ),
    'sessions of guests are not found': showingOnly(
      ({user_id: user}, {query}) => !has(query, 'issue_id') || user !== null,
    ),
    'sessions of subscribers are not found': showingOnly(
      ({reason_value: value}, {query}) => !has(query, 'issue_id') || value === null,
    ),
  }),
  ...breaking('store.reading.user-id-filters', {
    'every session is found': without(['user_id']),
    'sessions of guests are found, too': seeing(LIST, (view) => ({
      newestUnder: (table, under, page) =>
        under.index === 'user'
          ? view.newest(table, {
              ...page,
              where: (row) =>
                (row as unknown as {user: string | null}).user === null ||
                (page.where?.(row) ?? true),
            })
          : view.newestUnder(table, under, page),
    })),
    'gifts are not found': showingOnly(
      ({reason_type: type}, {query}) => !has(query, 'user_id') || type !== 'gifted_issue',
    ),
  }),
  ...atPlace(
    'of an unknown user',
    breaking('store.reading.user-id-filters', {
      'an unknown user has the sessions of all': without(
        ['user_id'],
        (query) => (query['user_id'] ?? '').length > 6,
      ),
    }),
  ),
  ...breaking('store.reading.reason-type-filters', {
    'every session is found': without(['reason_type', 'reason_value']),
    'both kinds of subscriptions are found': receiving(LIST, ({query}) =>
      query['reason_type'] === 'global_subscription' && !has(query, 'reason_value')
        ? {query: {...query, reason_type: 'subscription_with_collections'}}
        : {},
    ),
    'purchases of the month of june are not found': showingOnly(
      ({reason_type: type, started_at: started}, {query}) =>
        !has(query, 'reason_type') || type !== 'bought_issue' || started.slice(5, 7) !== '06',
    ),
  }),
  ...breaking('store.reading.reason-value-filters', {
    'the value is not looked at': without(['reason_value']),
    'the reason is not looked at beside a value': receiving(LIST, ({query}) =>
      query['reason_type'] === 'subscription_with_collections' && has(query, 'reason_value')
        ? {query: {...query, reason_type: 'global_subscription'}}
        : {},
    ),
    'no session is found': showingOnly((_session, {query}) => !has(query, 'reason_value')),
  }),
  ...breaking('store.reading.dates-filter', {
    'every session is found': without(['from_date', 'to_date']),
    'the end of the period is not looked at': otherDays(() => ({to_date: '2099-12-31'})),
    'the beginning of the period is not looked at': otherDays(() => ({from_date: '1980-01-01'})),
    'a period of more than a month finds its first month only': otherDays((query) => {
      const last = addDays(query['from_date'] ?? '', 31);
      return {to_date: (query['to_date'] ?? '') > last ? last : (query['to_date'] ?? '')};
    }),
    'the month is taken for the day': otherDays(({from_date: from = ''}) => ({
      from_date: `${from.slice(0, 4)}-12-31`,
    })),
  }),
  ...breaking('store.reading.filters-find-what-all-find', {
    'a content is not looked at beside a reason': without(['issue_id'], (query) =>
      has(query, 'issue_id', 'reason_type'),
    ),
    'a reason is not looked at beside a user': without(
      ['reason_type', 'reason_value'],
      (query) => has(query, 'user_id', 'reason_type') && !has(query, 'cursor'),
    ),
    'a period is not looked at beside a content': without(['from_date', 'to_date'], (query) =>
      has(query, 'from_date', 'issue_id'),
    ),
    'a period is not looked at beside a user and a reason': without(
      ['from_date', 'to_date'],
      (query) => has(query, 'from_date', 'user_id', 'reason_type'),
    ),
    'the value of a reason is not looked at beside a period': without(['reason_value'], (query) =>
      has(query, 'reason_value', 'from_date'),
    ),
  }),
  ...atPlace(
    'of the sessions that there are',
    breaking('store.reading.filters-find-what-all-find', {
      'a reason is not looked at beside a content': without(['reason_type'], (query) =>
        has(query, 'issue_id', 'reason_type'),
      ),
    }),
  ),
  ...breaking('store.reading.unknown-reason-type-is-refused', {
    'an unknown reason is not looked at': unchecked('reason_type', 'enum', (value) =>
      (REASON_TYPES as readonly string[]).includes(value),
    ),
    'an unknown reason finds nothing': {
      seam: 'schema',
      in: 'listReadingSessions',
      pointer: 'query/reason_type',
      keyword: 'enum',
    },
  }),
  ...breaking('store.reading.reason-value-needs-reason-type', {
    'a value alone is not looked at': ignoringAlone('reason_value', 'reason_type'),
    'a value alone finds nothing': around(LIST, (next) => (view, input) => {
      const {reason_value: value, ...query} = input.query;
      return value !== undefined && !has(query, 'reason_type')
        ? next(view, {...input, query: {...query, user_id: '0'}})
        : next(view, input);
    }),
  }),
  ...breaking('store.reading.from-date-needs-to-date', {
    'a beginning alone is not looked at': ignoringAlone('from_date', 'to_date'),
    'a beginning alone lasts until today': receiving(LIST, ({query}) =>
      has(query, 'from_date') && !has(query, 'to_date')
        ? {query: {...query, to_date: '2099-12-31'}}
        : {},
    ),
  }),
  ...breaking('store.reading.to-date-needs-from-date', {
    'an end alone is not looked at': ignoringAlone('to_date', 'from_date'),
    'an end alone begins with the first session': receiving(LIST, ({query}) =>
      has(query, 'to_date') && !has(query, 'from_date')
        ? {query: {...query, from_date: '1980-01-01'}}
        : {},
    ),
  }),
  ...breaking('store.reading.dates-are-days', {
    'a beginning that is no day is not looked at': unchecked('from_date', 'format', isDay),
    'an end that is no day is not looked at': unchecked('to_date', 'format', isDay),
    'the 30th of February is taken': {
      seam: 'several',
      seams: [
        {
          seam: 'schema',
          in: 'listReadingSessions',
          pointer: 'query/from_date',
          keyword: 'format',
        },
        refusing(
          (query) =>
            has(query, 'from_date') &&
            !(isDay(query['from_date'] ?? '') || query['from_date'] === '2019-02-30'),
        ),
        otherDays((query) =>
          query['from_date'] === '2019-02-30' ? {...query, from_date: '2019-03-02'} : query,
        ),
      ],
    },
  }),
  ...breaking('store.reading.unknown-cursor-does-no-harm', {
    'an empty cursor breaks down': breakingDown(({cursor}) => cursor === ''),
    'a cursor that was never given breaks down': breakingDown(
      ({cursor}) => cursor !== undefined && !/^[ab][\da-z]+_/.test(cursor),
    ),
  }),
  ...breaking('store.reading.sessions-stay-in-their-store', {
    'every store lists all sessions': {seam: 'tenancy', in: LIST},
    'another store finds the sessions of a content': pagingWithMemory(() => {
      const seen: ShownSession[] = [];
      return ({data}, _view, {query}) => {
        const others = seen.filter((row) => String(row.issue_id) === query['issue_id']);
        seen.push(...data);
        return data.length || !has(query, 'issue_id') ? {} : {data: others.slice(0, 25)};
      };
    }),
  }),
  ...atPlace(
    'of the sessions that there are',
    breaking('store.reading.sessions-stay-in-their-store', {
      'the sessions of all stores stand in every list': {seam: 'tenancy', in: LIST},
    }),
  ),
  ...breaking('store.reading.page-urls-lead-where-the-cursors-do', {
    'the URL of the next page has no cursor': paging(({next_cursor: cursor}) =>
      cursor === null ? {} : {next_page_url: new Page('/integration-api/v1/consumption/sessions')},
    ),
    'the last page has a URL of a next one': paging(({next_cursor: cursor}) =>
      cursor === null
        ? {next_page_url: new Page('/integration-api/v1/consumption/sessions?cursor=none')}
        : {},
    ),
    'the URL of the page before leads to the next one': paging(
      ({prev_cursor: cursor, next_page_url: url}) =>
        cursor !== null && url !== null ? {prev_page_url: url} : {},
    ),
    'the URL of the page before lacks the user': paging((page) => ({
      prev_page_url: linkWithout(page['prev_page_url'], 'user_id'),
    })),
    'the links of later pages lack the user': paging((page, _view, {query}) =>
      query['cursor'] === undefined
        ? {}
        : {
            next_page_url: linkWithout(page.next_page_url, 'user_id'),
            prev_page_url: linkWithout(page.prev_page_url, 'user_id'),
          },
    ),
  }),
  ...breaking('store.reading.totals-add-up', {
    'gifts are counted twice by reason': paging(({data}, _view, {query}) =>
      query['reason_type'] === 'gifted_issue'
        ? {data: data.map((row) => ({...row, seconds_reading: 2 * row.seconds_reading}))}
        : {},
    ),
    'notes are not counted by reason': paging(({data}, _view, {query}) =>
      has(query, 'reason_type', 'user_id') ? {data: data.map((row) => ({...row, notes: 0}))} : {},
    ),
  }),
  ...atPlace(
    'of the sessions that there are',
    breaking('store.reading.totals-add-up', {
      'free contents are left out beside a content': showingOnly(
        ({reason_type: type}, {query}) =>
          !has(query, 'reason_type', 'issue_id') || type !== 'free_issue',
      ),
      'a page more is counted by reason': paging(({data}, _view, {query}) =>
        has(query, 'issue_id', 'reason_type')
          ? {data: data.map((row) => ({...row, page_changes: Number(row['page_changes']) + 1}))}
          : {},
      ),
    }),
  ),
  ...atPlace(
    'of a month, by reason',
    breaking('store.reading.totals-add-up', {
      'access by addresses is left out in a period': showingOnly(
        ({reason_type: type}, {query}) =>
          !has(query, 'reason_type', 'from_date') || type !== 'ip_and_entry_point_free_access',
      ),
    }),
  ),
  ...atPlace(
    'of a user, by content',
    breaking('store.reading.totals-add-up', {
      'a page more is counted by content': paging(({data}, _view, {query}) =>
        has(query, 'issue_id', 'user_id')
          ? {data: data.map((row) => ({...row, page_changes: Number(row['page_changes']) + 1}))}
          : {},
      ),
    }),
  ),
];
